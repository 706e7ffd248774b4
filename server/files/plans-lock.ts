/** Held by whoever copies or brings back all plans, in whichever process: one at a time. */
export const PLANS_LOCK = 7_342_003
