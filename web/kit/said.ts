/** What a change that was done says: the server's sentence, else the screen's own; as `messageOf` for one that failed. */
export function said(answer: unknown, own: string): string {
  const message = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : ''
  return typeof message === 'string' && message.trim() !== '' ? message : own
}
