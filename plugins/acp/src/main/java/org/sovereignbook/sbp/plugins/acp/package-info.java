/** Conversations with one's agent in an editor, over the Agent Client Protocol: a feature. */
@NullMarked
package org.sovereignbook.sbp.plugins.acp;

import org.jspecify.annotations.NullMarked;
