/** The intervals at which a browser looks for ended work. */

/** Firefox by itself looks every 100 ms; others, and Firefox when it is asked, every few ms. */
const SELDOM = 50;

/** Whether a browser looks so seldom that most of a wait is its delay. @param {{floor: {median: number}}} info */
export const seldom = ({ floor }) => floor.median >= SELDOM;
