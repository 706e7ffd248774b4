import { FEUILLES } from '#features/imports/feuilles.ts'
import { countOf, sumFeuilles } from '#features/imports/imports.words.ts'
import type { ImportLu } from '#features/imports/web/imports.queries.ts'
import { formatNombre } from '#shared/argent.ts'
import { Montant } from '#web/kit/Montant.tsx'

/** What is about to be written, in numbers. */
export function Confirmation({ lu: { feuilles, recus_a_numeroter } }: { lu: ImportLu }) {
  const { crees, modifies } = sumFeuilles(feuilles)
  const of = (titre: string) => feuilles.find(({ feuille }) => feuille === titre)
  const [ventes, paiements] = [of(FEUILLES.ventes.titre), of(FEUILLES.paiements.titre)]
  const dont = [
    ...(ventes && ventes.crees > 0 ? [countOf(ventes.crees, 'vente')] : []),
    ...(paiements && paiements.crees > 0 ? [countOf(paiements.crees, 'paiement')] : []),
  ]
  return (
    <>
      {countOf(crees, 'fiche')} {crees >= 2 ? 'vont être créées' : 'va être créée'}
      {modifies > 0 && ` et ${formatNombre(modifies)} ${modifies >= 2 ? 'modifiées' : 'modifiée'}`}
      {dont.length > 0 && `, dont ${dont.join(' et ')}`}
      {paiements && paiements.crees > 0 && (
        <>
          {' '}
          pour <Montant decimal={paiements.montant} />
        </>
      )}
      .{' '}
      {recus_a_numeroter > 0 &&
        `${countOf(recus_a_numeroter, 'reçu')} ${recus_a_numeroter >= 2 ? 'seront numérotés' : 'sera numéroté'} à la suite. `}
      Tout est importé, ou rien.
    </>
  )
}
