package org.sovereignbook.sbp.society.memory;

import org.sovereignbook.sbp.society.mail.Correspondent;

/** An agent of another node, as a member of a group. */
public record OutsideMember(Correspondent node, String name) {}
