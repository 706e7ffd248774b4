import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { VenteSuivie } from '#features/suivi/suivi.contract.ts'
import { describeErreur, fetchRecu } from '#features/suivi/web/suivi.queries.ts'
import styles from '#features/suivi/web/suivi.module.css'
import { formatJourCourt } from '#shared/dates.ts'
import { fillIn } from '#shared/mots-publics.ts'
import { ApiError } from '#web/kit/call/api.ts'
import { MontantDit } from '#web/kit/card/MontantDit.tsx'
import { Banner } from '#web/kit/feedback/Banner.tsx'
import { saveFile } from '#web/kit/file/files.ts'
import { useLangue } from '#web/kit/frame/PublicLayout.tsx'

interface PaiementsSuivisProps extends Pick<VenteSuivie, 'paiements'> {
  lien: number
  /** Called when a receipt is refused because the link has ended. */
  onEnded: (error: ApiError) => void
}

/** Lists the payments of the buyer, each with its receipt. */
export function PaiementsSuivis({ paiements, lien, onEnded }: PaiementsSuivisProps) {
  const { langue, mots } = useLangue()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const save = async (recu: string) => {
    setFailure(null)
    setBusy(recu)
    try {
      await saveFile(() => fetchRecu(recu, lien), `recu_${recu}.pdf`)
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) onEnded(error)
      else setFailure(error)
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      {failure !== null && <Banner kind="error">{describeErreur(failure, langue, mots.recuEchoue)}</Banner>}
      <ul className={`list ${styles.paiements}`}>
        {paiements.map(({ recu, date, versement, etat, telechargeable }) => (
          <li key={recu} data-rejete={etat === 'rejete' || undefined}>
            <span className={`bold figures ${styles.versement}`}>
              <MontantDit decimal={versement} />
            </span>
            <span className={`dim ${styles.petit} ${styles.recu}`}>
              <bdi dir="ltr">{formatJourCourt(date)}</bdi> · <bdi dir="ltr">{recu}</bdi>
              {etat !== null && (
                <>
                  {' · '}
                  <span className={styles.cheque}>{mots.cheque[etat]}</span>
                </>
              )}
            </span>
            {telechargeable && (
              <Button
                variant="default"
                size="sm"
                aria-label={fillIn(mots.leRecu, recu)}
                leftSection={<IconDownload size={16} stroke={1.6} />}
                disabled={busy !== null}
                aria-busy={busy === recu}
                onClick={() => void save(recu)}
              >
                {busy === recu ? mots.preparation : mots.recu}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
