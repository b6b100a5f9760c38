package org.sovereignbook.sbp.brokenhouse.protocol;

import org.sovereignbook.sbp.brokenhouse.json.ReachesUp;

/** The innocent half of a cycle. */
public record UsesJson(ReachesUp json) {}
