/**
 * Server of A2A (Agent2Agent 1.0): any client of it can work with agents of this node. A feature.
 */
@NullMarked
package org.sovereignbook.sbp.plugins.a2a;

import org.jspecify.annotations.NullMarked;
