export { Panneau, Rien } from '#web/kit/Panneau.tsx'
