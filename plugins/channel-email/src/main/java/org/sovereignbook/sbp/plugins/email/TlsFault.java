package org.sovereignbook.sbp.plugins.email;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.sovereignbook.sbp.node.PeerText;

/** Reason for which no connection with TLS was opened, with its remedy, after the server's name. */
enum TlsFault {
  NO_STARTTLS(
      "offers no STARTTLS, and without TLS nothing is sent beyond this machine; name its port with"
          + " TLS, such as 993 for --imap or 465 for --smtp"),
  NO_TLS("does not speak TLS at this port; name another one"),
  OTHER_NAME(
      "shows a certificate for another name; give the name of the certificate to --imap or --smtp"),
  EXPIRED("shows a certificate that is not valid today; renew it there, or correct this clock"),
  UNTRUSTED(
      "shows a certificate of an authority that Java does not trust; when it is your own:  keytool"
          + " -importcert -cacerts -file CA.pem"),
  OTHER("cannot begin TLS");

  private static final int MAX_CAUSES = 10;

  private final String words;

  TlsFault(String words) {
    this.words = words;
  }

  /**
   * Returns what is wrong and what to do, to be read after the server's name; empty when the
   * failure is about something else.
   */
  static Optional<String> words(Exception failure) {
    List<Throwable> causes =
        Stream.iterate((Throwable) failure, one -> one != null, Throwable::getCause)
            .limit(MAX_CAUSES)
            .toList();
    return Stream.of(values())
        .filter(fault -> causes.stream().anyMatch(fault::isIn))
        .findFirst()
        .map(fault -> fault == OTHER ? fault.words + ": " + said(causes.getLast()) : fault.words);
  }

  private static String said(Throwable cause) {
    return PeerText.plain(String.valueOf(cause.getMessage()));
  }

  private boolean isIn(Throwable cause) {
    String said = said(cause).toLowerCase(Locale.ROOT);
    return switch (this) {
      case NO_STARTTLS -> said.contains("starttls") && said.contains("support");
      case NO_TLS -> cause instanceof SSLException && said.contains("unrecognized ssl message");
      case OTHER_NAME ->
          said.contains("verify identity")
              || (cause instanceof CertificateException
                  && (said.startsWith("no subject alternative") || said.startsWith("no name ")));
      case EXPIRED ->
          cause instanceof CertificateExpiredException
              || cause instanceof CertificateNotYetValidException;
      case UNTRUSTED ->
          cause instanceof CertPathBuilderException || cause instanceof CertPathValidatorException;
      case OTHER -> cause instanceof SSLException;
    };
  }
}
