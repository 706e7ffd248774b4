import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { changeOf } from '#web/kit/call/useChange.ts'

/** Keys of the answers that the screens keep, one of each noun. */
const KEPT = [
  ['residences', 'page', 1],
  ['blocs', 'all'],
  ['etages', 3, 'report'],
  ['appartements', 7],
  ['locaux', 'page', {}],
  ['parkings', 2],
  ['places', 12],
  ['clients', 4, 'assets'],
  ['paiements', 'place_parking', 12, 'solde'],
  ['recap', 1, '', ''],
  ['tableau-de-bord'],
  ['charges', 'categories', 1],
  ['promoteur'],
  ['membres', 'page', 1],
  ['recherche', 'ali'],
]

function keep() {
  const client = new QueryClient()
  for (const queryKey of KEPT) client.setQueryData(queryKey, 'as it was')
  const stale = () => KEPT.filter((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
  return { client, stale }
}

describe('a change', () => {
  it('once made, leaves nothing that counts as read: selling a place shows everywhere', async () => {
    const { client, stale } = keep()
    const done = await new MutationObserver(
      client,
      changeOf(client, async (id: number) => id),
    ).mutate(12)
    expect(done).toBe(12)
    expect(stale()).toEqual(KEPT)
  })

  it('once refused, leaves what is kept, unless somebody else may have been faster', async () => {
    const refuse = async () => {
      throw new Error('refusé')
    }
    for (const evenRefused of [false, true]) {
      const { client, stale } = keep()
      const options = changeOf(client, refuse, { evenRefused })
      await expect(new MutationObserver(client, options).mutate(undefined)).rejects.toThrow('refusé')
      expect(stale()).toEqual(evenRefused ? KEPT : [])
    }
  })
})
