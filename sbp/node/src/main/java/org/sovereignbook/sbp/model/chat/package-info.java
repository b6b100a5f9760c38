/** Extension point for conversations: messages and tools in; streamed text and tool calls out. */
@NullMarked
package org.sovereignbook.sbp.model.chat;

import org.jspecify.annotations.NullMarked;
