/** Columns of a tree that say where its rows stand: people see that by their indentation, and open them by a key. */
export const treeStructure = ['id', 'parent', 'depth', 'type', 'node'] as const;
