import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { Tip } from '#web/kit/Tip.tsx'

/** Switches the whole product between dark and light; every toggle shows and changes the one preference (Q13). */
export function DarkToggle() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const dark = colorScheme === 'dark'
  const label = dark ? 'Passer en mode clair' : 'Passer en mode sombre'
  return (
    <Tip label={label}>
      <ActionIcon color="gray" aria-label={label} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
        {dark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
      </ActionIcon>
    </Tip>
  )
}
