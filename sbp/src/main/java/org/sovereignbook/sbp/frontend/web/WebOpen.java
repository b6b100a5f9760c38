package org.sovereignbook.sbp.frontend.web;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.OwnerPassphrase;
import org.sovereignbook.sbp.authority.access.ProofRule;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.OwnerOptions;
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.OwnerRemedies;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp web open}: opens the page that {@code sbp up} or {@code sbp web} serves. */
@Command(name = "open", description = "open the page that sbp up serves")
@Example({"sbp web open --no-open", "sbp web open --qr"})
@Prints(WebCommand.Serving.class)
@Exit(code = ExitCode.NOT_FOUND, means = "the page is not served; sbp up or sbp web serves it")
@Exit(code = ExitCode.REFUSED, means = "agents hold tokens, and the passphrase was not given")
@ForOwner
final class WebOpen extends NodeCommand {
  private static final int PATIENCE_MS = (int) Duration.ofSeconds(30).toMillis();

  /** The words behind the first that a proof by a key signs, whatever else is typed. */
  private static final List<String> WORDS = List.of("open");

  private static final String NEEDED = "the owner's passphrase is needed";

  @Mixin OwnerOptions asOwner = new OwnerOptions();

  @Option(names = "--no-open", description = "open no browser, only print the address")
  boolean noOpen;

  @Option(
      names = "--qr",
      description =
          "open no browser; show the address as a QR code, for a phone that reaches this port by an"
              + " SSH tunnel. Who takes a picture of it can open the page as well as you")
  boolean qr;

  @Override
  public ExitCode run(Session session) throws Exception {
    Node node = session.node();
    WebPlace place =
        WebPlace.of(node)
            .orElseThrow(
                () ->
                    CliException.notFound(
                        "the page of this node is not served now", "serve it:  sbp web"));
    String url = "http://127.0.0.1:" + place.port() + "/#" + token(place, given(session, node));
    session.output().line(url);
    if (qr) {
      QrLines.print(session.output(), url);
    }
    session.output().json(new WebCommand.Serving(url, new LocalPath(node.home().root())));
    if (!noOpen && !qr) {
      Browser.open(session, node, url);
    }
    return ExitCode.DONE;
  }

  /** A proof of the owner for the server, which verifies it. */
  private record Given(Optional<String> passphrase, Optional<String> proof) {
    static final Given NOTHING = new Given(Optional.empty(), Optional.empty());
  }

  /** Returns the given proof, or asks for the passphrase, if a proof is needed. */
  private Given given(Session session, Node node) throws IOException {
    try (Ledger ledger = session.ledger(node)) {
      HeldTokens.revokeLeft(ledger);
      if (!ledger.<Boolean>read(tx -> new ProofRule(tx).isNeeded())) {
        return Given.NOTHING;
      }
      if (asOwner.areGiven()) {
        return new Given(asOwner.passphrase(session.world()), asOwner.proof());
      }
      boolean isSet = ledger.<Boolean>read(tx -> new OwnerPassphrase(tx).isSet());
      Question question = new Question(session);
      Optional<String> problem =
          new OwnerPresence(session)
              .problem()
              .or(() -> isSet ? Optional.empty() : Optional.of(NEEDED + ", and none is set"))
              .or(() -> question.canBeAsked() ? Optional.empty() : Optional.of(NEEDED));
      if (problem.isPresent()) {
        ToolCall call = SocietyCommand.call(session, "web open", WORDS);
        throw OwnerPresence.refused(
            ledger,
            OwnerRemedies.ofPage(session, node, call),
            "agents hold tokens: " + problem.get());
      }
      return new Given(Optional.of(question.askSecretly("your passphrase:")), Optional.empty());
    }
  }

  private static String token(WebPlace place, Given given) throws IOException {
    JsonObject asked =
        JsonObject.builder()
            .put("secret", place.secret())
            .putIfPresent("passphrase", given.passphrase())
            .putIfPresent("proof", given.proof())
            .build();
    URI address = URI.create("http://127.0.0.1:" + place.port() + WebOwner.PATH);
    HttpURLConnection call = (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
    call.setConnectTimeout(PATIENCE_MS);
    call.setReadTimeout(PATIENCE_MS);
    call.setDoOutput(true);
    try (OutputStream out = call.getOutputStream()) {
      out.write(JsonWriter.compact(asked).getBytes(StandardCharsets.UTF_8));
    }
    boolean isGood = call.getResponseCode() == HttpURLConnection.HTTP_OK;
    try (var in = isGood ? call.getInputStream() : call.getErrorStream()) {
      JsonObject answer =
          JsonReader.file(in.readAllBytes()) instanceof JsonObject json ? json : JsonObject.empty();
      return answer
          .string("token")
          .orElseThrow(
              () ->
                  CliException.refused(
                      answer
                          .object("error")
                          .flatMap(error -> error.string("message"))
                          .orElse("the server gave no token"),
                      answer
                          .object("error")
                          .flatMap(error -> error.array("hints"))
                          .flatMap(JsonArray::strings)
                          .orElse(List.of())
                          .toArray(String[]::new)));
    } catch (MalformedJson e) {
      throw CliException.refused("another program answers at port " + place.port());
    } finally {
      call.disconnect();
    }
  }
}
