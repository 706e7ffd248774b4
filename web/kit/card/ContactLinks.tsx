import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import { SANS_EMAIL, SANS_TELEPHONE } from '#shared/coordonnees.ts'
import { hrefDeTelephone, numerosDe } from '#shared/telephone.ts'

/**
 * Links to call each phone number of a field; « N/A » without a number (Q56).
 * @param sans true of a client who has none (entree.md D.9), of whom it is said so
 */
export function PhoneLink({ tel, sans = false }: { tel: string; sans?: boolean | undefined }) {
  const numeros = [...new Set(numerosDe(tel))]
  if (numeros.length === 0) return sans && tel === '' ? <span className="dim">{SANS_TELEPHONE}</span> : 'N/A'
  return numeros.map((numero, n) => (
    <Fragment key={numero}>
      {n > 0 && ' / '}
      <Anchor href={hrefDeTelephone(numero)} inherit>
        <bdi dir="ltr">{numeros.length === 1 ? tel : numero}</bdi>
      </Anchor>
    </Fragment>
  ))
}

/** E-mail address that goes on to a second line after one of its signs, never inside a word. */
export function Email({ email }: { email: string }) {
  return (
    <bdi>
      {email.split(/(?<=[@._-])/).map((part, n) => (
        // An address does not change while it is shown.
        <Fragment key={n}>
          {n > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}

/**
 * Link to write to an e-mail address; « N/A » without one (Q56).
 * @param sans true of a client who has none (entree.md D.9), of whom it is said so
 */
export function EmailLink({ email, sans = false }: { email: string; sans?: boolean | undefined }) {
  if (!email.includes('@')) return sans && email === '' ? <span className="dim">{SANS_EMAIL}</span> : 'N/A'
  return (
    <Anchor href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`} inherit>
      <Email email={email} />
    </Anchor>
  )
}
