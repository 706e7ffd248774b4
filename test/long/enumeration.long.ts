import { startApp } from '#test/harness/app.ts'
import { check, scaled } from '#test/long/check.ts'

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** How far the shares of two samples below any duration drift apart; what chance alone gives in one of a thousand runs is the bound. */
function drift(one: number[], other: number[]): { gap: number; bound: number } {
  const share = (values: number[], limit: number) =>
    values.filter((value) => value <= limit).length / values.length
  const gap = Math.max(
    ...[...one, ...other].map((limit) => Math.abs(share(one, limit) - share(other, limit))),
  )
  return { gap, bound: 1.95 * Math.sqrt((one.length + other.length) / (one.length * other.length)) }
}

check('un compte ne se devine pas à la durée du refus', async (tally) => {
  const t = await startApp()
  await t.member('connu@diyar.dz')
  const random = tally.random()
  const durations: Record<'connu' | 'inconnu', number[]> = { connu: [], inconnu: [] }
  const attempt = async (who: 'connu' | 'inconnu') => {
    await t.db.deleteFrom('tentatives').execute()
    const began = performance.now()
    const answer = await t.visitor().post('/login', { email: `${who}@diyar.dz`, password: 'pas le bon' })
    durations[who].push(performance.now() - began)
    tally.expect(answer.statusCode === 422, { who, status: answer.statusCode })
  }
  // The first of each warms up what they share.
  for (const who of ['connu', 'inconnu'] as const) await attempt(who)
  durations.connu.length = durations.inconnu.length = 0
  // Drawn rather than in turn, so that whatever else the machine does strikes both alike.
  for (const who of Array.from({ length: scaled(2000) }, () => (random() < 0.5 ? 'connu' : 'inconnu')))
    await attempt(who)
  await t.close()
  const [known, unknown] = [median(durations.connu), median(durations.inconnu)]
  const { gap, bound } = drift(durations.connu, durations.inconnu)
  const ms = (value: number) => value.toLocaleString('fr', { maximumFractionDigits: 1 })
  tally.note = `médianes ${ms(known)} et ${ms(unknown)} ms, écart des répartitions ${ms(gap * 100)} % pour ${ms(bound * 100)} % permis`
  tally.expect(gap <= bound, tally.note)
})
