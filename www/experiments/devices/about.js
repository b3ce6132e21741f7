/** The page's knowledge of the experiment before it is opened; its title and question stand with its words. */
export default { position: 8 };
