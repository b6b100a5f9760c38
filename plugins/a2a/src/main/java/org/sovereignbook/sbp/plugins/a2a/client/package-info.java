/** Client of A2A (Agent2Agent 1.0): agents of others work for this node. A part of the feature. */
@NullMarked
package org.sovereignbook.sbp.plugins.a2a.client;

import org.jspecify.annotations.NullMarked;
