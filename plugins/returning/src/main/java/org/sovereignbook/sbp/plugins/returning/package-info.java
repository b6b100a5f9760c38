/**
 * Agents that leave their node and return (CORDELIA §6): the bundle in which their memory travels,
 * proof by key, comparison with what is here, review and merge.
 */
@NullMarked
package org.sovereignbook.sbp.plugins.returning;

import org.jspecify.annotations.NullMarked;
