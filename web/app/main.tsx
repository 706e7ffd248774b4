import { drawApp } from '#web/app/App.tsx'
import { askAgainOnFocus } from '#web/app/guard.ts'
import { createAppRouter } from '#web/app/router.ts'
import { watchPaper } from '#web/kit/print/paper.ts'
import { watchParts } from '#web/kit/lazy/parts.ts'
import { followActiveLine } from '#web/kit/select/activeLine.ts'

watchParts()
watchPaper()
followActiveLine()
askAgainOnFocus()
const place = document.getElementById('root')
const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
if (place) drawApp(place, createAppRouter(), nonce)
