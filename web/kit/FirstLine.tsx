import { useComboboxContext } from '@mantine/core'
import { useEffect } from 'react'

/**
 * Inside the first line of a list: highlights it for whoever types, so that Enter and Tab take what is seen to be taken.
 * The arrows move the highlight away; another letter, hence another of these, brings it back.
 */
export function FirstLine() {
  const { selectFirstOption, updateSelectedOptionIndex } = useComboboxContext().store
  useEffect(() => {
    selectFirstOption()
    // The list counts from what was chosen once it is open: it must count from this line.
    updateSelectedOptionIndex('selected')
  }, [selectFirstOption, updateSelectedOptionIndex])
  return null
}
