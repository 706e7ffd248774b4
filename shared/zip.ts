/** Pairs the items of two lists by their places. @throws Error for lists of different lengths, of which no item may be lost */
export function zip<A, B>(left: readonly A[], right: readonly B[]): [A, B][] {
  if (left.length !== right.length)
    throw new Error(`${left.length} items cannot be paired with ${right.length}`)
  const others = right.values()
  return left.map((one) => {
    const other = others.next()
    if (other.done) throw new Error('a list ended before its length')
    return [one, other.value]
  })
}
