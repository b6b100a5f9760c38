/** Channels by which answers leave: their capabilities, their guide for a model, and chunking. */
@NullMarked
package org.sovereignbook.sbp.society.channels;

import org.jspecify.annotations.NullMarked;
