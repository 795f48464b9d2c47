/** Columns with the structure of a tree, which pictures show by indentation instead. */
export const treeStructure = ['id', 'parent', 'depth', 'type', 'node'] as const;
