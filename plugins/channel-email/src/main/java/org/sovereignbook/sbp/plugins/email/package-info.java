/** Email as a channel: SMTP submission out, IMAP in, by Jakarta Mail (Eclipse Angus). */
@NullMarked
package org.sovereignbook.sbp.plugins.email;

import org.jspecify.annotations.NullMarked;
