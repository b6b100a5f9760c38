/**
 * Agents of a node (CORDELIA §1, §2, §8): local workers, each with a key of its own, a parent,
 * capabilities that never exceed the parent's, and a life cycle; and the central authorization of
 * tool calls.
 */
@NullMarked
package org.sovereignbook.sbp.authority.agents;

import org.jspecify.annotations.NullMarked;
