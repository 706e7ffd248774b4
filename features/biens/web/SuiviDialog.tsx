import { BloquerForm, Debloquer } from '#features/biens/web/Blocage.tsx'
import type { ActeDeSuivi, BienSuivi } from '#features/biens/web/SuiviDuBien.tsx'
import { OptionDialog } from '#features/options/web/OptionDialog.tsx'
import { OptionForm } from '#features/options/web/OptionForm.tsx'

export interface SuiviDialogProps {
  acte: ActeDeSuivi
  bien: BienSuivi
  onClose: () => void
  onSaved: (message: string) => void
}

const DIALOGS = { poser: OptionForm, option: OptionDialog, bloquer: BloquerForm, debloquer: Debloquer }

/** The dialog that holds a bien, shows what it is held by, takes it off sale or puts it back. */
export function SuiviDialog({ acte, ...props }: SuiviDialogProps) {
  const Shown = DIALOGS[acte]
  return <Shown {...props} />
}
