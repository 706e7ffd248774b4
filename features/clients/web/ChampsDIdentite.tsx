import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { NOMS_DES_PIECES_D_IDENTITE, NOMS_DES_SITUATIONS } from '#features/clients/fiches.codes.ts'
import type { SaisieDIdentite } from '#features/clients/web/saisieDIdentite.ts'
import type { useDoublons } from '#features/clients/web/useDoublons.tsx'
import { DateField } from '#web/kit/field/DateField.tsx'
import { withPrintHint } from '#web/kit/field/hints.ts'
import { FieldPair } from '#web/kit/form/FieldPair.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

const toLines = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
const SITUATIONS = toLines(NOMS_DES_SITUATIONS)
const PIECES = toLines(NOMS_DES_PIECES_D_IDENTITE)

export const TEXTE = { autoComplete: 'off', maxLength: 255 } as const
export const ARABE = { ...TEXTE, dir: 'rtl', lang: 'ar' } as const

interface ChampsProps {
  form: UseFormReturnType<SaisieDIdentite>
  doublons: Pick<ReturnType<typeof useDoublons>, 'watch'>
}

/** Birth, profession and identity paper of a man or a woman. */
export function ChampsDeLaPersonne({ form: { getInputProps, values }, doublons }: ChampsProps) {
  return (
    <>
      <FieldPair>
        <DateField label="Né(e) le" clearable {...getInputProps('naissance_le')} />
        <TextInput {...TEXTE} label="Lieu de naissance" {...withPrintHint(getInputProps('naissance_lieu'))} />
      </FieldPair>
      <TextInput
        {...ARABE}
        label="Lieu de naissance, en arabe"
        {...withPrintHint(getInputProps('naissance_lieu_ar'))}
      />
      <FieldPair>
        <TextInput {...TEXTE} label="Profession" {...withPrintHint(getInputProps('profession'))} />
        <SelectField
          {...getInputProps('situation')}
          label="Situation familiale"
          placeholder="Non spécifié"
          data={SITUATIONS}
          value={values.situation}
          clearable
          clearButtonProps={{ 'aria-label': 'Effacer la situation familiale' }}
        />
      </FieldPair>
      <TextInput label="NIN" autoComplete="off" maxLength={30} {...doublons.watch(getInputProps('nin'))} />
      <FieldPair>
        <SelectField
          {...getInputProps('piece_type')}
          label="Pièce d'identité"
          placeholder="Non spécifié"
          data={PIECES}
          value={values.piece_type}
          clearable
          clearButtonProps={{ 'aria-label': "Effacer la pièce d'identité" }}
        />
        <TextInput
          label="Numéro"
          autoComplete="off"
          maxLength={30}
          {...doublons.watch(getInputProps('piece_numero'))}
        />
      </FieldPair>
      <FieldPair>
        <DateField label="Délivrée le" clearable {...getInputProps('piece_delivree_le')} />
        <TextInput {...TEXTE} label="Délivrée par" {...withPrintHint(getInputProps('piece_lieu'))} />
      </FieldPair>
    </>
  )
}

/** Numbers of a company, and who acts for it. */
export function ChampsDeLaSociete({ form: { getInputProps } }: Pick<ChampsProps, 'form'>) {
  return (
    <>
      <FieldPair>
        <TextInput {...TEXTE} label="RC" {...withPrintHint(getInputProps('rc'))} />
        <TextInput {...TEXTE} label="NIF" {...withPrintHint(getInputProps('nif'))} />
      </FieldPair>
      <FieldPair>
        <TextInput {...TEXTE} label="Représentant" {...withPrintHint(getInputProps('representant'))} />
        <TextInput {...TEXTE} label="Qualité" {...withPrintHint(getInputProps('representant_qualite'))} />
      </FieldPair>
      <FieldPair>
        <TextInput
          {...ARABE}
          label="Représentant, en arabe"
          {...withPrintHint(getInputProps('representant_ar'))}
        />
        <TextInput
          {...ARABE}
          label="Qualité, en arabe"
          {...withPrintHint(getInputProps('representant_qualite_ar'))}
        />
      </FieldPair>
    </>
  )
}
