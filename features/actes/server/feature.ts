import { tidyActes } from '#features/actes/server/actes.service.ts'
import { defineFeature } from '#server/feature.ts'

/** Big writings that can be taken back: generation and imports have the calls. */
export const actes = defineFeature({ routes: [], calls: {}, tidy: tidyActes })
