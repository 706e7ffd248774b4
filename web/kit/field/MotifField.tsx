import { Textarea, type TextareaProps } from '@mantine/core'

/** The required reason of an act that cannot be done without one. */
export const MotifField = (props: TextareaProps) => (
  <Textarea label="Motif" withAsterisk required autosize minRows={2} maxLength={500} {...props} />
)
