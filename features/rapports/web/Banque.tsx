import { Anchor, Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { chequesEndpoints } from '#features/cheques/cheques.contract.ts'
import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import { lesComptes } from '#features/comptes/web/comptes.queries.ts'
import { banqueEndpoints, SANS_COMPTE } from '#features/rapports/banque.contract.ts'
import { BANQUE, NON_VUS, SANS_COMPTE_MOT, VU } from '#features/rapports/banque.words.ts'
import { ActesDeLaBanque, RemiseAEncaisser } from '#features/rapports/web/ActesDeLaBanque.tsx'
import { BanqueParCompte } from '#features/rapports/web/BanqueParCompte.tsx'
import { banqueQuery, type BanqueLue, type LigneLue } from '#features/rapports/web/banque.queries.ts'
import { MoisDuRapport } from '#features/rapports/web/MoisDuRapport.tsx'
import { Rapport } from '#features/rapports/web/Rapport.tsx'
import { Chiffres } from '#features/rapports/web/RapportTable.tsx'
import { banqueAsked, type PartieProps } from '#features/rapports/web/rapports.adresse.ts'
import styles from '#features/rapports/web/rapports.module.css'
import { formatMontant, fromDecimal } from '#shared/argent.ts'
import { aujourdhui, formatJourCourt } from '#shared/dates.ts'
import { formatCompte } from '#shared/texte.ts'
import { usePeut } from '#web/kit/call/usePeut.ts'
import { Montant } from '#web/kit/card/Montant.tsx'
import { Banners, useBanners } from '#web/kit/feedback/Banner.tsx'
import { CaseDeLigne } from '#web/kit/list/Cases.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'
import type { Colonne } from '#web/kit/table/Tableau.tsx'

const cleOf = ({ objet, id }: LigneLue) => `${objet} ${id}`

/** Lines that came to our accounts or left them, ticked against the bank's relevé. */
export function Banque({ asked: inAddress, onChange }: PartieProps) {
  const asked = banqueAsked(inAddress)
  const query = useQuery(banqueQuery(asked, inAddress.page))
  const banners = useBanners()
  const peut = usePeut()
  const [choisies, setChoisies] = useState<ReadonlyMap<string, LigneLue>>(new Map())
  const [remise, setRemise] = useState<number | null>(null)
  const toggle = (ligne: LigneLue) => {
    const next = new Map(choisies)
    if (!next.delete(cleOf(ligne))) next.set(cleOf(ligne), ligne)
    setChoisies(next)
  }
  return (
    <>
      <Filtres
        asked={asked}
        sans={query.data?.sans ?? 0}
        onChange={(patch) => {
          // A line that is no longer in sight is not ticked by mistake.
          setChoisies(new Map())
          onChange(patch)
        }}
      />
      <Banners banners={banners} />
      <div role="presentation" onKeyDown={tickAndGoDown} onKeyUp={keepUnticked}>
        <Rapport
          query={query}
          label={BANQUE}
          columns={COLONNES(setRemise)}
          rowKey={cleOf}
          unite="ligne"
          page={inAddress.page}
          onPage={({ page, replace }) => onChange({ page }, { replace })}
          renderBox={
            peut(banqueEndpoints.pointer)
              ? (ligne) => (
                  <CaseDeLigne
                    label={`Choisir ${ligne.libelle}, ${ligne.piece}`}
                    checked={choisies.has(cleOf(ligne))}
                    onChange={() => toggle(ligne)}
                  />
                )
              : undefined
          }
          renderChiffres={({ data, totals, comptes }) =>
            data.length > 0 && (
              <>
                <Sommes totals={totals} />
                {comptes.length > 1 && <BanqueParCompte sommes={comptes} asked={asked} />}
              </>
            )
          }
        />
      </div>
      {choisies.size > 0 && (
        <ActesDeLaBanque
          lignes={[...choisies.values()]}
          onDone={(message) => {
            setChoisies(new Map())
            banners.success(message)
          }}
          onFailed={(message) => banners.error(message, null)}
        />
      )}
      {remise !== null && (
        <RemiseAEncaisser
          id={remise}
          onClose={() => setRemise(null)}
          onDone={(message) => banners.success(message)}
        />
      )}
    </>
  )
}

/** Space ticks the line and goes down to the next, so that a relevé is gone through by one key. */
function tickAndGoDown(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  if (event.key !== ' ' || !(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
  event.preventDefault()
  target.click()
  const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  boxes[boxes.indexOf(target) + 1]?.focus()
}

/** The key is let go on the next line, which it must not tick. */
function keepUnticked(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  if (event.key === ' ' && target instanceof HTMLInputElement && target.type === 'checkbox')
    event.preventDefault()
}

interface FiltresProps extends Pick<PartieProps, 'onChange'> {
  asked: ReturnType<typeof banqueAsked>
  sans: number
}

function Filtres({ asked, sans, onChange }: FiltresProps) {
  const comptes = useQuery(lesComptes()).data?.data ?? []
  return (
    <search className={`wrap no-print gap-12 ${styles.filtres}`}>
      <SelectField
        label="Compte"
        className={styles.large}
        data={[
          { value: '', label: 'Tous les comptes' },
          ...comptes.map((compte) => ({ value: String(compte.id), label: formatCompteBancaire(compte) })),
          { value: SANS_COMPTE, label: `${SANS_COMPTE_MOT} (${sans})` },
        ]}
        value={asked.compte}
        onChange={(compte) => onChange({ compte: compte ?? '' })}
      />
      {asked.vu === undefined && (
        <MoisDuRapport
          mois={asked.mois || aujourdhui().slice(0, 7)}
          onChange={(mois) => onChange({ mois })}
        />
      )}
      <Checkbox
        label={NON_VUS}
        checked={asked.vu === '0'}
        onChange={({ currentTarget }) => onChange({ vu: currentTarget.checked ? '0' : '' })}
      />
    </search>
  )
}

function Sommes({ totals }: { totals: BanqueLue['totals'] }) {
  const nonVu = (entrees: number, vues: number) => (
    <Montant centimes={fromDecimal(entrees) - fromDecimal(vues)} />
  )
  return (
    <Chiffres
      montants
      label={BANQUE}
      chiffres={[
        { label: 'Entrées', valeur: <Montant decimal={totals.entrees} />, fort: true },
        { label: 'Sorties', valeur: <Montant decimal={totals.sorties} />, fort: true },
        {
          label: 'Non vu',
          valeur: nonVu(totals.entrees, totals.entrees_vues),
          under: `sorties ${formatMontant(fromDecimal(totals.sorties) - fromDecimal(totals.sorties_vues))}`,
        },
      ]}
    />
  )
}

const COLONNES = (onRemise: (id: number) => void): readonly Colonne<LigneLue>[] => [
  { title: 'Jour', genre: 'jour', min: 96, phone: 'quoi', cell: ({ jour }) => formatJourCourt(jour) },
  {
    title: 'Opération',
    genre: 'texte',
    min: 250,
    phone: 'qui',
    cell: ({ libelle }) => <bdi>{libelle}</bdi>,
    under: (ligne) => (
      <>
        {ligne.piece}
        <LesEncaisser ligne={ligne} onRemise={onRemise} />
      </>
    ),
  },
  { title: 'Tiers', genre: 'nom', min: 160, cell: ({ tiers }) => tiers },
  {
    title: 'Entrée',
    genre: 'figure',
    min: 140,
    phone: 'combien',
    cell: ({ entree }) => entree !== null && <Montant decimal={entree} />,
  },
  {
    title: 'Sortie',
    genre: 'figure',
    min: 140,
    phone: 'combien',
    cell: ({ sortie }) => sortie !== null && <Montant decimal={sortie} />,
  },
  {
    title: VU,
    genre: 'jour',
    min: 110,
    phone: 'etat',
    cell: ({ vu_le, compte_id }) =>
      vu_le !== null ? (
        formatJourCourt(vu_le)
      ) : compte_id === null ? (
        <span className="warn">{SANS_COMPTE_MOT}</span>
      ) : null,
  },
]

/** The cheques of a remise that the relevé shows at once. */
function LesEncaisser({ ligne, onRemise }: { ligne: LigneLue; onRemise: (id: number) => void }) {
  const peut = usePeut()
  const { en_attente, id } = ligne
  if (!en_attente || !peut(chequesEndpoints.encaisser)) return null
  return (
    <Anchor component="button" type="button" className="block" onClick={() => onRemise(id)}>
      {formatCompte(en_attente, 'chèque remis', 'chèques remis')} :{' '}
      {en_attente === 1 ? 'le marquer encaissé' : 'les marquer encaissés'}
    </Anchor>
  )
}
