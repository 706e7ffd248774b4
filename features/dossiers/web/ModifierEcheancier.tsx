import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, type RefObject } from 'react'
import { LIGNES_MAX, lignesInput } from '#features/dossiers/echeancier.contract.ts'
import type { DialogDuDossierProps } from '#features/dossiers/web/actionsDuDossier.ts'
import { dossiersQueries } from '#features/dossiers/web/dossiers.queries.ts'
import styles from '#features/dossiers/web/echeancier.module.css'
import { useEditEcheancier } from '#features/dossiers/web/echeancier.queries.ts'
import { LigneEditee, type Champ } from '#features/dossiers/web/LigneEditee.tsx'
import {
  centimesOf,
  mergeLignes,
  newLigne,
  toLignes,
  type LigneSaisie,
} from '#features/dossiers/web/ligneSaisie.ts'
import { modelesQuery } from '#features/stades/web/stades.queries.ts'
import { formatMontant, fromDecimal, toDecimal, type Centimes } from '#shared/argent.ts'
import { useContractForm } from '#web/kit/form.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { useRecord } from '#web/kit/useRecord.ts'

interface Saisie extends Record<string, unknown> {
  lignes: LigneSaisie[]
}
const NONE = [] as const

/** The lines of an échéancier, each at hand; it is saved once they add up to the price. */
export function ModifierEcheancier({ dossier: listed, onClose, onSaved }: DialogDuDossierProps) {
  const form = useContractForm<Saisie>(lignesInput, { lignes: toLignes(listed) })
  const { record: dossier = listed, onReload } = useRecord(listed, form, {
    read: (id, client) => client.fetchQuery({ ...dossiersQueries.read(id), staleTime: 0 }),
    toSaisie: (fresh) => ({ lignes: toLignes(fresh) }),
    onFresh: (fresh) => form.setFieldValue('lignes', (typed) => mergeLignes(typed, toLignes(fresh))),
  })
  const { data } = useQuery(modelesQuery)
  const edit = useEditEcheancier()
  const { lignes } = form.values
  const prix = fromDecimal(dossier.montant)
  const ecart = prix - lignes.reduce((sum, ligne) => sum + centimesOf(ligne), 0)
  const fixed = lignes.filter(({ reglee }) => reglee).length
  const list = useRef<HTMLOListElement>(null)
  const { onChange, onMove, onRemove } = useEditing(form, list)
  const erreurs = useErreurs(form.errors)
  function add() {
    const ligne = newLigne(ecart)
    form.setFieldValue('lignes', [...lignes, ligne])
    focusLater(list.current, ligne.cle, 'libelle')
  }
  return (
    <FormDialog<Saisie>
      title="Modifier l'échéancier"
      size="xl"
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
      <div className={styles.editeur}>
        <div className={styles.titres} aria-hidden>
          {['N°', 'Libellé', 'Montant', 'Part', 'Exigible', 'Stade, date'].map((titre) => (
            <span key={titre}>{titre}</span>
          ))}
        </div>
        <ol ref={list} className={styles.lignes} aria-label="Échéances">
          {lignes.map((ligne, index) => (
            <LigneEditee
              key={ligne.cle}
              ligne={ligne}
              rang={index + 1}
              prix={prix}
              stades={data?.stades ?? NONE}
              erreurs={erreurs.get(index)}
              canRise={index > fixed}
              canFall={index < lignes.length - 1}
              onChange={onChange}
              onMove={onMove}
              onRemove={onRemove}
            />
          ))}
        </ol>
        {lignes.length === 0 && <p className={styles.note}>Sans ligne, le dossier n'a plus d'échéancier.</p>}
        <div className={styles.boutons}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={18} stroke={1.6} />}
            disabled={lignes.length >= LIGNES_MAX}
            onClick={add}
          >
            Ajouter une échéance
          </Button>
          {lignes.length > 1 && <span className={styles.note}>Alt + ↑ ou ↓ déplace la ligne.</span>}
        </div>
      </div>
      <Total
        prix={prix}
        ecart={ecart}
        last={lignes.at(-1)}
        onLast={(cle, montant) => onChange(cle, { montant })}
      />
    </FormDialog>
  )
}

type Form = ReturnType<typeof useContractForm<Saisie>>

/** What is done to the lines: functions that stay the same, so that a key typed in one line draws no other. */
function useEditing(
  { getValues, setFieldValue, clearErrors }: Form,
  list: RefObject<HTMLOListElement | null>,
) {
  const change = useCallback(
    (make: (lignes: LigneSaisie[]) => LigneSaisie[]) => {
      clearErrors()
      setFieldValue('lignes', make(getValues().lignes))
    },
    [getValues, setFieldValue, clearErrors],
  )
  const onChange = useCallback(
    (cle: number, patch: Partial<LigneSaisie>) =>
      change((lignes) => lignes.map((ligne) => (ligne.cle === cle ? { ...ligne, ...patch } : ligne))),
    [change],
  )
  const onMove = useCallback(
    (cle: number, by: -1 | 1) => {
      const champ = document.activeElement?.closest<HTMLElement>('[data-champ]')?.dataset['champ']
      change((lignes) => {
        const from = lignes.findIndex((ligne) => ligne.cle === cle)
        const [moved] = lignes.slice(from, from + 1)
        const others = lignes.toSpliced(from, 1)
        return moved ? others.toSpliced(from + by, 0, moved) : lignes
      })
      focusLater(list.current, cle, champ ?? 'libelle')
    },
    [change, list],
  )
  const onRemove = useCallback(
    (cle: number) => {
      const { lignes } = getValues()
      const index = lignes.findIndex((ligne) => ligne.cle === cle)
      const next = lignes[index + 1] ?? lignes[index - 1]
      change((all) => all.filter((ligne) => ligne.cle !== cle))
      if (next) focusLater(list.current, next.cle, 'libelle')
    },
    [change, getValues, list],
  )
  return { onChange, onMove, onRemove }
}

/** A field of a line takes the focus once the line is where it goes. */
function focusLater(list: HTMLOListElement | null, cle: number, champ: string): void {
  requestAnimationFrame(() => {
    const row = list?.querySelector(`[data-cle="${cle}"]`)
    row?.querySelector<HTMLElement>(`[data-champ="${champ}"] :is(input, button)`)?.focus()
    row?.scrollIntoView({ block: 'nearest' })
  })
}

/** The sentences of the lines, by their place. */
function useErreurs(errors: Form['errors']) {
  return useMemo(() => {
    const erreurs = new Map<number, Partial<Record<Champ, string>>>()
    for (const [path, sentence] of Object.entries(errors)) {
      const [, index = '', champ = ''] = /^lignes\.(\d+)\.(\w+)$/.exec(path) ?? []
      if (champ === '' || typeof sentence !== 'string') continue
      erreurs.set(Number(index), { ...erreurs.get(Number(index)), [champ]: sentence })
    }
    return erreurs
  }, [errors])
}

interface TotalProps {
  prix: Centimes
  ecart: Centimes
  last: LigneSaisie | undefined
  onLast: (cle: number, montant: number) => void
}

/** What the lines come to: always in sight. */
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
          onClick={() => onLast(last.cle, toDecimal(wanted))}
        >
          Mettre l'écart sur la dernière échéance
        </Button>
      )}
    </div>
  )
}
