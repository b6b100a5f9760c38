package org.sovereignbook.sbp.society.team;

import org.sovereignbook.sbp.society.mail.Mail;

/**
 * A mail given to a member, with its text.
 *
 * @param body empty once it was erased
 */
record GivenMail(Mail mail, String body) {}
