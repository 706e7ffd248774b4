import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { LIGNES_MAX, lignesInput } from '#features/echeanciers/echeances.contract.ts'
import type { DialogDuDossierProps } from '#features/ventes/web/dialogDuDossier.ts'
import { rereadDossier } from '#features/ventes/web/dossiers.queries.ts'
import styles from '#features/echeanciers/web/echeancier.module.css'
import { useEditEcheancier } from '#features/echeanciers/web/echeances.queries.ts'
import {
  centimesOf,
  LigneEditee,
  newLigne,
  toLignes,
  type LigneSaisie,
} from '#features/echeanciers/web/LigneEditee.tsx'
import { modelesQuery } from '#features/echeanciers/web/stades.queries.ts'
import { formatMontant, fromDecimal, quotesParts, toDecimal, type Centimes } from '#shared/argent.ts'
import { useContractForm, useRecord } from '#web/kit/form/form.ts'
import { useRows } from '#web/kit/form/useRows.ts'
import { FormDialog } from '#web/kit/dialog/FormDialog.tsx'

interface Saisie extends Record<string, unknown> {
  lignes: LigneSaisie[]
}
const NONE = [] as const
/** The same empty object each time, so that a key typed in one line does not redraw the others. */
const NO_ERROR = {}

/** Merges typed lines into freshly read ones: a covered line is taken as read but for its Arabic name, a typed line that was deleted becomes new. */
function mergeLignes(typed: readonly LigneSaisie[], fresh: readonly LigneSaisie[]): LigneSaisie[] {
  const covered = fresh
    .filter(({ reglee }) => reglee)
    .map((ligne) => ({
      ...ligne,
      libelle_ar: typed.find(({ id }) => id === ligne.id)?.libelle_ar ?? ligne.libelle_ar,
    }))
  const known = new Set(fresh.map(({ id }) => id))
  const fixed = new Set(covered.map(({ id }) => id))
  return [
    ...covered,
    ...typed
      .filter(({ id, reglee }) => !reglee && (id === null || !fixed.has(id)))
      .map((ligne) => ({ ...ligne, id: known.has(ligne.id) ? ligne.id : null })),
  ]
}

export function ModifierEcheancier({ dossier: listed, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm<Saisie>(lignesInput, { lignes: toLignes(listed) })
  const { record: dossier = listed, onReload } = useRecord(listed, form, {
    read: rereadDossier,
    toSaisie: (fresh) => ({ lignes: toLignes(fresh) }),
    onFresh: (fresh) => form.setFieldValue('lignes', (typed) => mergeLignes(typed, toLignes(fresh))),
  })
  const { data } = useQuery(modelesQuery)
  const edit = useEditEcheancier()
  const { lignes } = form.values
  const prix = fromDecimal(dossier.montant)
  const montants = lignes.map(centimesOf)
  const ecart = prix - montants.reduce((sum, montant) => sum + montant, 0)
  const parts = quotesParts(montants, prix)
  const fixed = lignes.filter(({ reglee }) => reglee).length
  const list = useRef<HTMLOListElement>(null)
  const erreurs = Object.keys(form.errors).length > 0 ? form.errors : NO_ERROR
  const rows = useRows<LigneSaisie>(form, 'lignes', list)
  return (
    <FormDialog<Saisie>
      title="Modifier l'échéancier"
      size="wide"
      form={form}
      onSubmit={async (saisie) => {
        const { message } = await edit.mutateAsync({
          id: dossier.id,
          version: dossier.version,
          lignes: saisie.lignes.map(({ cle: _cle, reglee: _reglee, ...ligne }) => ligne),
        })
        onSaved(message)
      }}
      onClose={onClose}
      onReload={onReload}
      submitLabel="Enregistrer"
      busyLabel="Enregistrement..."
      fallback="Erreur lors de l'enregistrement de l'échéancier."
      disabled={lignes.length > 0 && ecart !== 0}
    >
      <div className={`stack gap-8 ${styles.editeur}`}>
        <div className={`dim small bold stack at-top gap-8 ${styles.titres}`} aria-hidden>
          {['N°', 'Libellé', 'Montant', 'Part', 'Exigible', 'Stade, date'].map((titre) => (
            <span key={titre}>{titre}</span>
          ))}
        </div>
        <ol ref={list} className="stack list gap-8" aria-label="Échéances">
          {lignes.map((ligne, index) => (
            <LigneEditee
              key={ligne.cle}
              ligne={ligne}
              at={index}
              prix={prix}
              quotePart={(parts[index] ?? 0) / 100}
              stades={data?.stades ?? NONE}
              erreurs={erreurs}
              canRise={index > fixed}
              canFall={index < lignes.length - 1}
              rows={rows}
            />
          ))}
        </ol>
        {lignes.length === 0 && <p className="dim flat">Sans ligne, le dossier n'a plus d'échéancier.</p>}
        <div className="row gap-8-16">
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={18} stroke={1.6} />}
            disabled={lignes.length >= LIGNES_MAX}
            onClick={() => rows.add(newLigne(ecart))}
          >
            Ajouter une échéance
          </Button>
          {lignes.length > 1 && <span className="dim">Alt + ↑ ou ↓ déplace la ligne.</span>}
        </div>
      </div>
      <Total
        prix={prix}
        ecart={ecart}
        last={lignes.at(-1)}
        onLast={(ligne) => rows.replace(lignes.length - 1, ligne)}
      />
    </FormDialog>
  )
}

interface TotalProps {
  prix: Centimes
  ecart: Centimes
  last: LigneSaisie | undefined
  onLast: (ligne: LigneSaisie) => void
}

function Total({ prix, ecart, last, onLast }: TotalProps) {
  const rest =
    ecart > 0 ? `reste à répartir ${formatMontant(ecart)}` : `dépassement de ${formatMontant(-ecart)}`
  const wanted = last && !last.reglee ? centimesOf(last) + ecart : 0
  return (
    <div className={styles.total}>
      <p role="status" data-over={ecart < 0 || undefined}>
        Total {formatMontant(prix - ecart)} sur {formatMontant(prix)}
        {ecart !== 0 && (
          <>
            {'\u00A0'}: <strong>{rest}</strong>
          </>
        )}
      </p>
      {ecart !== 0 && last && (
        <Button
          variant="default"
          size="sm"
          disabled={wanted <= 0}
          onClick={() => onLast({ ...last, montant: toDecimal(wanted) })}
        >
          Mettre l'écart sur la dernière échéance
        </Button>
      )}
    </div>
  )
}
