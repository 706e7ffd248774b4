import { MotDePasseEtCode } from '#features/acces/web/MotDePasseEtCode.tsx'
import { useRetirerLeCode } from '#features/acces/web/second-facteur.queries.ts'

interface RetirerLeCodeProps {
  onClose: () => void
  onDone: (message: string) => void
}

export function RetirerLeCode({ onClose, onDone }: RetirerLeCodeProps) {
  const retirer = useRetirerLeCode()
  return (
    <MotDePasseEtCode
      title="Retirer le code à la connexion"
      phrase="Votre mot de passe suffira pour vous connecter. Vos codes de secours ne serviront plus."
      onSubmit={async (values) => onDone((await retirer.mutateAsync(values)).message)}
      onClose={onClose}
      submitLabel="Retirer"
      busyLabel="Retrait..."
      fallback="Erreur lors du retrait du code à la connexion."
      danger
    />
  )
}
