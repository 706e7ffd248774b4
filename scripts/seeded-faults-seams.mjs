/** Seeded faults between two parts of the product. */
export const FAULTS_OF_SEAMS = [
  {
    fault: 'warnings displace errors: the first messages of an import are kept, whatever they say',
    caughtBy: 'features/imports/server/imports.cellules.test.ts',
    changes: [
      {
        file: 'features/imports/server/check/context.ts',
        search: `    return GRAVITES.flatMap((gravite) => premiers(this.#dits[gravite]))
      .toSorted(parPlace)`,
        replace: `    return GRAVITES.flatMap((gravite) => this.#dits[gravite])
      .toSorted(parPlace)
      .slice(0, MESSAGES_MAX)`,
      },
    ],
  },
  {
    fault: 'uncashed cheque: a paper counts it as money that is in',
    caughtBy: 'features/papiers/server/papiers.sommes.test.ts',
    changes: [
      {
        file: 'features/papiers/server/facts/faits.ts',
        search: "etat === 'recu' || etat === 'remis'",
        replace: "etat === 'rejete'",
      },
    ],
  },
  {
    fault: 'tasks of a rolled-back attempt: what it left for after the change is done too',
    caughtBy: 'server/http/retries.test.ts',
    changes: [
      {
        file: 'server/http/route.ts',
        search: '        afterCommit.length = 0\n',
        replace: '',
      },
    ],
  },
  {
    fault: 'silent correction: a change of mode leaves the receipt unmarked',
    caughtBy: 'features/paiements/server/paiements.rectification.test.ts',
    changes: [
      {
        file: 'features/paiements/server/paiements.corrections.ts',
        search: "    ...(moyen.mode === avant.mode ? [] : (['mode'] as const)),\n",
        replace: '',
      },
    ],
  },
  {
    fault: 'lock of the socket: what a killed server left there is taken for a living one',
    caughtBy: 'server/database/embedded.test.ts',
    changes: [
      {
        file: 'server/database/embedded-cluster.ts',
        search: "const locks = [join(cluster, 'postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')]",
        replace: "const locks = [join(cluster, 'postmaster.pid'), ...(socket ? [] : [])]",
      },
    ],
  },
  {
    fault: 'greatest outside: a line on a stade that is not reached is due with the sale',
    caughtBy: 'features/echeanciers/server/exigibilite.test.ts',
    changes: [
      {
        file: 'db/migrations/0021_mesures.sql',
        search: `else (select greatest(a.atteint_le, coalesce(v.contrat_le, v.reservation_le)) from stades_atteints a
      where a.stade_id = e.stade_id and a.bloc_id = coalesce(
        (select t.bloc_id from appartements p join etages t on t.id = p.etage_id where p.id = v.bien_id),
        (select l.bloc_id from locaux l where l.id = v.bien_id))) end as exigible_le`,
        replace: `else greatest((select a.atteint_le from stades_atteints a
      where a.stade_id = e.stade_id and a.bloc_id = coalesce(
        (select t.bloc_id from appartements p join etages t on t.id = p.etage_id where p.id = v.bien_id),
        (select l.bloc_id from locaux l where l.id = v.bien_id))), coalesce(v.contrat_le, v.reservation_le)) end as exigible_le`,
      },
    ],
  },
  {
    fault: "erased client: his name stays in the journal's lines of his options",
    caughtBy: 'features/clients/server/effacement.test.ts',
    changes: [
      {
        file: 'features/options/server/options.read.ts',
        search: '  version,\n}: Option) => ({ id, bien,',
        replace: '  version,\n  nom,\n}: Option) => ({ nom, id, bien,',
      },
      {
        file: 'features/clients/server/effacement.options.ts',
        search: "where objet = 'option' and objet_id = any(${ids})",
        replace: "where objet = 'rien' and objet_id = any(${ids})",
      },
    ],
  },
]
