import { BlocsPage } from '#features/blocs/web/BlocsPage.tsx'
import { lazyDialog } from '#web/kit/lazyPart.tsx'

const StadesDuBloc = lazyDialog(() => import('#features/stades/web/StadesDuBloc.tsx'), 'StadesDuBloc')

/** The blocs, with how far their works have come: a bloc knows nothing of what waits for a stade. */
export function BlocsScreen() {
  return <BlocsPage Stades={StadesDuBloc} />
}
