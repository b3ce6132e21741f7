/** How often a browser polls for completed work. */

/** The least latency of a browser that polls seldom, ms. Firefox by itself polls every 100 ms; others, and Firefox with `nudge`, every few ms. */
const SELDOM = 50;

/** Whether a browser polls so seldom that most of a wait is its delay. @param {{floor: {median: number}}} info */
export const seldom = ({ floor }) => floor.median >= SELDOM;
