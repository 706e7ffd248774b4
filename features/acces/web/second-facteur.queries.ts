import { useMutation } from '@tanstack/react-query'
import { secondFacteurEndpoints } from '#features/acces/second-facteur.contract.ts'
import { callApi } from '#web/kit/call/api.ts'
import { useChange } from '#web/kit/call/useChange.ts'

interface Cle {
  idempotencyKey: string
}
interface MotDePasse {
  mot_de_passe: string
}
interface Code {
  code: string
}

/** Begins an installation. Nothing shown changes: the code is active once one of the application was right. */
export const useCommencerLeCode = () =>
  useMutation({
    mutationFn: ({ idempotencyKey, ...body }: MotDePasse & Cle) =>
      callApi(secondFacteurEndpoints.begin, { body, idempotencyKey }),
  })

export const useConfirmerLeCode = () =>
  useChange(({ idempotencyKey, ...body }: Code & Cle) =>
    callApi(secondFacteurEndpoints.confirm, { body, idempotencyKey }),
  )

export const useNouveauxCodes = () =>
  useChange(({ idempotencyKey, ...body }: MotDePasse & Code & Cle) =>
    callApi(secondFacteurEndpoints.renewCodes, { body, idempotencyKey }),
  )

export const useRetirerLeCode = () =>
  useChange((body: MotDePasse & Code) => callApi(secondFacteurEndpoints.remove, { body }))
