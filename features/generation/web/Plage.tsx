import { AIDE_SURFACE_UTILE } from '#features/biens/biens.words.ts'
import { withHelp } from '#web/kit/field/hints.ts'
import { AIDE_NIVEAU } from '#features/structure/structure.words.ts'
import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, useCallback, useRef } from 'react'
import { PALIER_MAX } from '#features/generation/generation.rules.ts'
import { ModeleField, useErreur } from '#features/generation/web/champs.tsx'
import styles from '#features/generation/web/generation.module.css'
import { AIDE_ETAGE, exempleDEtages, REPERES_DITS } from '#features/generation/web/generation.words.ts'
import { Logement } from '#features/generation/web/Logement.tsx'
import {
  copyLogement,
  nouveauLogement,
  type LogementSaisi,
  type PlageSaisie,
  type Saisie,
} from '#features/generation/web/saisie.ts'
import { IconAction } from '#web/kit/card/IconAction.tsx'
import { NumberField } from '#web/kit/field/NumberField.tsx'

interface PlageProps {
  plage: PlageSaisie
  rang: number
  prix: Saisie['appartements']['prix']
  seule: boolean
  onChange: (cle: number, make: (avant: PlageSaisie) => Partial<PlageSaisie>) => void
  onRemove: (cle: number) => void
}

export const Plage = memo(function Plage({ plage, rang, prix, seule, onChange, onRemove }: PlageProps) {
  const erreur = useErreur()
  const { cle, palier } = plage
  const chemin = `niveaux.${rang}`
  const list = useRef<HTMLDivElement>(null)
  const change = useCallback(
    (make: (avant: LogementSaisi[]) => LogementSaisi[]) =>
      onChange(cle, (avant) => ({ palier: make(avant.palier) })),
    [cle, onChange],
  )
  const edit = useCallback(
    (one: number, patch: Partial<LogementSaisi>) =>
      change((avant) =>
        avant.map((logement) => (logement.cle === one ? { ...logement, ...patch } : logement)),
      ),
    [change],
  )
  const add = useCallback(
    (after: LogementSaisi | null) => {
      const logement = after ? copyLogement(after) : nouveauLogement()
      change((avant) => {
        const at = after ? avant.findIndex((one) => one.cle === after.cle) + 1 : avant.length
        return avant.length < PALIER_MAX ? avant.toSpliced(at, 0, logement) : avant
      })
      focusLater(list.current, logement.cle)
    },
    [change],
  )
  const remove = useCallback(
    (one: number) => {
      const row = list.current?.querySelector(`[data-cle="${one}"]`)
      const next = row?.nextElementSibling ?? row?.previousElementSibling
      change((avant) => avant.filter((logement) => logement.cle !== one))
      focusLater(list.current, Number(next?.getAttribute('data-cle')))
    },
    [change],
  )
  const palierVide = erreur(`${chemin}.palier`).error
  return (
    <fieldset className={`column flat shrinks ${styles.plage}`} data-cle={cle}>
      <legend className={`line bold gap-8 ${styles.legende}`}>
        {seule ? 'Niveaux' : `Plage ${rang + 1}`}
        {!seule && (
          <IconAction
            icon={IconTrash}
            label={`Retirer la plage ${rang + 1}`}
            danger
            onClick={() => onRemove(cle)}
          />
        )}
      </legend>
      <div className={`stack at-top gap-12 ${styles.paire}`}>
        <NumberField
          label="Du niveau"
          withAsterisk
          size="md"
          decimalScale={0}
          allowNegative
          value={plage.de}
          onChange={(de) => onChange(cle, () => ({ de }))}
          {...withHelp(erreur(`${chemin}.de`), AIDE_NIVEAU)}
        />
        <NumberField
          label="Au niveau"
          withAsterisk
          size="md"
          decimalScale={0}
          allowNegative
          value={plage.a}
          onChange={(a) => onChange(cle, () => ({ a }))}
          {...erreur(`${chemin}.a`)}
        />
      </div>
      <ModeleField
        label="Désignation des étages"
        chemin={`${chemin}.designation`}
        value={plage.designation}
        onChange={(designation) => onChange(cle, () => ({ designation }))}
        reperes={REPERES_DITS.etage}
        aide={AIDE_ETAGE}
        exemple={exempleDEtages(plage.designation, Number(plage.de) || 0)}
      />
      <div className={`column gap-8 ${styles.palier}`}>
        <div className={`dim small stack at-top gap-8 ${styles.colonnes}`} aria-hidden>
          <span>Rang</span>
          <span>Type *</span>
          <span>Habitable (m²) *</span>
          <span>Utile (m²) *</span>
          <span>{prix === 'montant' ? 'Prix *' : 'Prix au m² *'}</span>
        </div>
        <div ref={list} role="list" aria-label={`Logements au palier${seule ? '' : `, plage ${rang + 1}`}`}>
          {palier.map((logement, at) => (
            <Logement
              key={logement.cle}
              logement={logement}
              chemin={`${chemin}.palier.${at}`}
              rang={at + 1}
              prix={prix}
              seul={palier.length === 1}
              plein={palier.length >= PALIER_MAX}
              onChange={edit}
              onCopy={add}
              onRemove={remove}
            />
          ))}
        </div>
        <p className="dim small flat" aria-hidden>
          {AIDE_SURFACE_UTILE}
        </p>
        {palierVide && <p className="wrong flat">{palierVide}</p>}
        <Button
          variant="default"
          size="sm"
          className="at-start"
          leftSection={<IconPlus size={18} stroke={1.6} />}
          disabled={palier.length >= PALIER_MAX}
          onClick={() => add(null)}
        >
          Ajouter un logement au palier
        </Button>
      </div>
    </fieldset>
  )
})

/** Focuses the first field of a new row once the row is drawn. */
function focusLater(list: HTMLElement | null, cle: number): void {
  requestAnimationFrame(() => list?.querySelector<HTMLElement>(`[data-cle="${cle}"] input`)?.focus())
}
