/** The cookies of one browser, the anti-forgery token among them. */
export class Cookies extends Map<string, string> {
  /** Takes what an answer sets (its lines `Set-Cookie`); one that is emptied is gone. */
  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.delete(name)
      else this.set(name, value)
    }
  }

  /** Takes over those of another browser. */
  take(others: ReadonlyMap<string, string>): void {
    for (const [name, value] of others) this.set(name, value)
  }

  /** The cookies that a call carries, as the header says them; '' when there are none. */
  get line(): string {
    return [...this].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The token that a change repeats in a header of its own; '' before the product has given it. */
  get token(): string {
    return this.get('XSRF-TOKEN') ?? ''
  }
}
