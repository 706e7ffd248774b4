import { Anchor } from '@mantine/core'
import { useOpenSearch } from '#web/kit/openSearch.ts'

/** Under "Aucun … trouvé avec ces critères.": a list searches its loaded page only, so nobody must believe that a record does not exist. */
export function SearchEverywhereHint({ text }: { text: string }) {
  const open = useOpenSearch()
  return (
    <>
      La recherche porte sur la page affichée ; d’autres pages existent.{' '}
      <Anchor component="button" type="button" inherit onClick={() => open(text)}>
        Chercher « {text} » partout
      </Anchor>
    </>
  )
}
