import { Anchor } from '@mantine/core'

/** A number to call; « N/A » when there is none (Q56). */
export function PhoneLink({ tel }: { tel: string }) {
  if (tel === '') return 'N/A'
  return (
    <Anchor href={`tel:${tel.replace(/[^\d+]/g, '')}`} inherit>
      <bdi dir="ltr">{tel}</bdi>
    </Anchor>
  )
}

/** An address to write to; « N/A » when there is none (Q56). */
export function EmailLink({ email }: { email: string }) {
  if (email === '') return 'N/A'
  return (
    <Anchor href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`} inherit>
      {email}
    </Anchor>
  )
}
