export type Tone = 'green' | 'yellow' | 'blue' | 'red' | 'gray' | 'ink'

/** Tone of a bar that the specification does not paint: a low or a high share is no alarm (ecrans §15). @param percent 0 to 100 */
export const progressTone = (percent: number): Tone => (percent >= 100 ? 'green' : 'blue')

/** Tone of an occupation in the bands of D2 §9: green below 50 %, yellow below 80, red from 80. @param percent 0 to 100 */
export const occupationBand = (percent: number): Tone =>
  percent >= 80 ? 'red' : percent >= 50 ? 'yellow' : 'green'

/** Tone of a paid share in the bands of D3 §9: red below 25 %, yellow below 50, blue below 90, then green. @param percent 0 to 100 */
export const paymentBand = (percent: number): Tone =>
  percent >= 90 ? 'green' : percent >= 50 ? 'blue' : percent >= 25 ? 'yellow' : 'red'
