import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chequesQueries } from '#features/cheques/web/cheques.queries.ts'
import { MarquerEncaisses } from '#features/cheques/web/MarquerEncaisses.tsx'
import { formatCompteBancaire } from '#features/comptes/comptes.words.ts'
import { lesComptes } from '#features/comptes/web/comptes.queries.ts'
import { VU } from '#features/rapports/banque.words.ts'
import { type LigneLue, usePointer } from '#features/rapports/web/banque.queries.ts'
import { formatCompte } from '#shared/texte.ts'
import { messageOf } from '#web/kit/call/api.ts'
import { ChoixBar } from '#web/kit/list/Cases.tsx'
import { SelectField } from '#web/kit/select/SelectField.tsx'

interface ActesProps {
  lignes: readonly LigneLue[]
  onDone: (message: string) => void
  onFailed: (message: string) => void
}

/** Acts on the chosen lines. */
export function ActesDeLaBanque({ lignes, onDone, onFailed }: ActesProps) {
  const pointer = usePointer()
  const [choosing, setChoosing] = useState(false)
  const comptes = useQuery(lesComptes()).data?.data.filter(({ actif }) => actif) ?? []
  // A remise and a rejet have the account of their remise or cheque.
  const affectables = lignes.every(({ objet }) => objet !== 'remise' && objet !== 'rejet')
  const act = (what: { vu: boolean } | { compte_id: number }) =>
    pointer
      .mutateAsync({ lignes: lignes.map(({ objet, id }) => ({ objet, id })), ...what })
      .then(({ message }) => onDone(message))
      .catch((error: unknown) => onFailed(messageOf(error, "Erreur lors de l'enregistrement.")))
  return (
    <ChoixBar>
      <span className="bold">{formatCompte(lignes.length, 'ligne choisie', 'lignes choisies')}</span>
      <div className="row gap-8">
        {choosing && (
          <SelectField
            aria-label="Compte"
            placeholder="Choisir un compte"
            data-autofocus
            data={comptes.map((compte) => ({
              value: String(compte.id),
              label: formatCompteBancaire(compte),
            }))}
            value={null}
            onChange={(id) => {
              if (id !== null) void act({ compte_id: Number(id) })
            }}
          />
        )}
        {!choosing && affectables && comptes.length > 0 && (
          <Button variant="default" disabled={pointer.isPending} onClick={() => setChoosing(true)}>
            Sur le compte…
          </Button>
        )}
        <Button variant="default" disabled={pointer.isPending} onClick={() => void act({ vu: false })}>
          Pas vu
        </Button>
        <Button disabled={pointer.isPending} onClick={() => void act({ vu: true })}>
          {VU}
        </Button>
      </div>
    </ChoixBar>
  )
}

interface RemiseAEncaisserProps {
  id: number
  onClose: () => void
  onDone: (message: string) => void
}

/** The form that marks the cheques of a remise as cleared, by the act of « Chèques ». */
export function RemiseAEncaisser({ id, onClose, onDone }: RemiseAEncaisserProps) {
  const { data } = useQuery(chequesQueries.remise(id))
  const cheques = data?.cheques.filter(({ etat }) => etat === 'remis') ?? []
  return (
    cheques.length > 0 && (
      <MarquerEncaisses cheques={cheques} onClose={onClose} onDone={(message) => onDone(message)} />
    )
  )
}
