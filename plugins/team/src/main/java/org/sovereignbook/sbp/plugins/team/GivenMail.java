package org.sovereignbook.sbp.plugins.team;

import org.sovereignbook.sbp.society.mail.Mail;

/**
 * A mail given to a member, with its text.
 *
 * @param body empty once it was erased
 */
record GivenMail(Mail mail, String body) {}
