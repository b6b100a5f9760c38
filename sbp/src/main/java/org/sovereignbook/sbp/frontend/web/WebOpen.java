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
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.Ledger;
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
import org.sovereignbook.sbp.frontend.command.OwnerPresence;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Question;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp web open}: opens the page that {@code sbp up} or {@code sbp web} serves. */
@Command(name = "open", description = "open the page that sbp up serves")
@Example("sbp web open --no-open")
@Prints(WebCommand.Serving.class)
@Exit(code = ExitCode.NOT_FOUND, means = "the page is not served; sbp up or sbp web serves it")
@Exit(code = ExitCode.REFUSED, means = "agents hold tokens, and the passphrase was not given")
@ForOwner
final class WebOpen extends NodeCommand {
  private static final int PATIENCE_MS = (int) Duration.ofSeconds(30).toMillis();

  @Option(names = "--no-open", description = "open no browser, only print the address")
  boolean noOpen;

  @Override
  public ExitCode run(Session session) throws Exception {
    Node node = session.node();
    WebPlace place =
        WebPlace.of(node)
            .orElseThrow(
                () ->
                    CliException.notFound(
                        "the page of this node is not served now", "serve it:  sbp web"));
    String url =
        "http://127.0.0.1:" + place.port() + "/#" + token(place, passphrase(session, node));
    session.output().line(url);
    session.output().json(new WebCommand.Serving(url, new LocalPath(node.home().root())));
    if (!noOpen) {
      Browser.open(session, node, url);
    }
    return ExitCode.DONE;
  }

  /** Asks for the passphrase, if agents hold tokens; the server verifies it. */
  private static Optional<String> passphrase(Session session, Node node) throws IOException {
    try (Ledger ledger = session.ledger(node)) {
      if (!ledger.<Boolean>read(tx -> new OwnerPassphrase(tx).hasAgents())) {
        return Optional.empty();
      }
      Question question = new Question(session);
      Optional<String> problem = new OwnerPresence(session).problem(false);
      if (problem.isPresent() || !question.canBeAsked()) {
        throw Permissions.refuse(
            ledger,
            SocietyCommand.call(session, "web open", List.of()),
            "agents hold tokens: "
                + problem.orElse("the owner's passphrase is needed, at a terminal"),
            "at your terminal:  sbp web open");
      }
      return Optional.of(question.askSecretly("your passphrase:"));
    }
  }

  private static String token(WebPlace place, Optional<String> passphrase) throws IOException {
    JsonObject asked =
        JsonObject.builder()
            .put("secret", place.secret())
            .putIfPresent("passphrase", passphrase)
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
                          .orElse("the server gave no token")));
    } catch (MalformedJson e) {
      throw CliException.refused("another program answers at port " + place.port());
    } finally {
      call.disconnect();
    }
  }
}
