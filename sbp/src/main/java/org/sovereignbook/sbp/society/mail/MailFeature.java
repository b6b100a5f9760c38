package org.sovereignbook.sbp.society.mail;

import java.util.Map;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.node.Feature;

/** A feature to which mail of peers is addressed, instead of an agent. */
public interface MailFeature extends Feature {
  /** Returns what takes the types of mail that are for this feature. */
  default Map<MailType, Arrival.Handler> arrivals() {
    return Map.of();
  }
}
