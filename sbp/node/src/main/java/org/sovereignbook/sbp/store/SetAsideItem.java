package org.sovereignbook.sbp.store;

import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * An item of a list that its loop could not process, so that the loop leaves it out until the owner
 * takes it back or drops it.
 *
 * @param by the step or loop that failed on it
 * @param reason in words that are safe to print
 * @param tries how often it has failed
 */
public record SetAsideItem(String id, String by, String reason, Timestamp at, int tries) {}
