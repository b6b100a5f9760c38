package org.sovereignbook.sbp.plugins.hooks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.BareCommand;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.WideningNodeCommand;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeThing;
import org.sovereignbook.sbp.node.PeerText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp webhook}: names under which other services may post to this node. */
@Command(
    description = "names at which services may post",
    subcommands = {
      WebhookCommand.ListWebhooks.class,
      WebhookCommand.Add.class,
      WebhookCommand.Remove.class
    },
    footer = {
      "sbp up takes them at http://127.0.0.1:8463/hooks/NAME (hooks.webhook_port); for services",
      "elsewhere put a proxy or a tunnel in front."
    })
@Example("sbp webhook add ci --scheme hmac --tools task_add")
@Prints(WebhookCommand.Webhooks.class)
final class WebhookCommand extends BareCommand {
  /** A webhook without its secret. */
  @Shape.Def("webhook")
  record View(String name, Webhook.Scheme scheme, Timestamp createdAt, String path, String url) {
    static View of(Node node, Webhook webhook) {
      String path = "/hooks/" + webhook.name();
      return new View(
          webhook.name(),
          webhook.scheme(),
          webhook.createdAt(),
          path,
          "http://127.0.0.1:" + node.config().get(HooksSettings.WEBHOOK_PORT) + path);
    }
  }

  record Webhooks(List<View> webhooks, @Shape.Inline Page.End end) {}

  @Mixin PageOptions page = pages();

  private static PageOptions pages() {
    return PageOptions.whole(1_000);
  }

  @Override
  public ExitCode run(Session session) {
    return list(session, page);
  }

  private static ExitCode list(Session session, PageOptions wanted) {
    Node node = session.node();
    Table table = Table.of("NAME", "PROOF", "SINCE", "URL").whole("NAME");
    Page<View> views =
        wanted.of(Webhook.all(node).stream().map(webhook -> View.of(node, webhook)), View::name);
    for (View view : views.items()) {
      table.row(view.name(), view.scheme().toString(), view.createdAt().toString(), view.url());
    }
    session.output().table(table, "no webhooks; make one:  sbp webhook add NAME");
    views.end().print(session.output());
    node.made().losses().stream()
        .filter(loss -> loss.thing() == NodeThing.WEBHOOKS)
        .forEach(loss -> session.output().note(node.made().text(loss)));
    return session.output().list(new Webhooks(views.items(), views.end()));
  }

  @Command(name = "list", description = "the names that there are")
  @Prints(Webhooks.class)
  static final class ListWebhooks extends NodeCommand {
    @Mixin PageOptions page = pages();

    @Override
    public ExitCode run(Session session) {
      return list(session, page);
    }
  }

  @Command(
      name = "add",
      description = "accept posts at a name, from senders with its secret",
      footer = {
        "What a webhook may cause is what --tools says: a policy in runtime/access, yours to edit.",
        "Without it nothing comes of its posts."
      })
  @Example("sbp webhook add stripe --scheme stripe --tools task_add,mail_send")
  @Prints(Add.Added.class)
  @Exit(code = ExitCode.REFUSED, means = "there is one of this name")
  @ForOwner
  static final class Add extends WideningNodeCommand {
    @Parameters(paramLabel = "NAME", description = "the last part of its address")
    String name = "";

    @Option(
        names = "--scheme",
        paramLabel = "SCHEME",
        description = "how senders prove themselves: token (default), hmac, stripe, standard")
    Webhook.Scheme scheme = Webhook.Scheme.TOKEN;

    @Option(
        names = "--tools",
        paramLabel = "TOOLS",
        split = ",",
        description = "what its posts may cause: task_add,mail_send")
    List<String> tools = new ArrayList<>();

    @Option(
        names = "--secret",
        paramLabel = "SECRET",
        description = "- reads the one that the service gave you from input; else one is made")
    Optional<String> secret = Optional.empty();

    private static final int MAX_SECRET_BYTES = 1_024;

    /**
     * A new webhook.
     *
     * @param secret to be given to the service
     * @param policy the file of its policy, if one was written
     */
    record Added(String name, Webhook.Scheme scheme, String secret, Optional<String> policy) {}

    /** Reads the secret from standard input, where a list of processes does not show it. */
    private String given(Session session, Webhook fresh) throws IOException {
      String word = secret.orElse(fresh.secret());
      if (secret.filter(given -> !given.equals(TextInput.STANDARD_INPUT)).isPresent()) {
        throw CliException.wrong(
            "a secret on a command line is seen by every user of this machine",
            "give it on standard input:  sbp webhook add %s --secret - < FILE".formatted(name));
      }
      return word.equals(TextInput.STANDARD_INPUT)
          ? TextInput.standardInput(session.world(), MAX_SECRET_BYTES).strip()
          : word;
    }

    /** Returns whether tools are allowed: without tools its posts have no effect. */
    @Override
    public boolean widens(Transaction tx) {
      return !tools.isEmpty();
    }

    @Override
    public ExitCode run(Session session) throws IOException {
      Node node = session.node();
      if (Webhook.find(node, name).isPresent()) {
        throw CliException.refused(
            "there is a webhook " + name, "to make a new one:  sbp webhook remove " + name);
      }
      Webhook made;
      Optional<String> policy;
      try {
        Webhook fresh = Webhook.make(node, name, scheme);
        made = new Webhook(name, scheme, given(session, fresh), fresh.createdAt());
        policy = WebhookPolicy.write(node, name, tools);
      } catch (IllegalArgumentException e) {
        throw CliException.wrong(String.valueOf(e.getMessage()));
      } catch (IllegalStateException e) {
        throw CliException.refused(
            String.valueOf(e.getMessage()),
            "to go on with it as it is, leave out --tools; else:  rm runtime/access/webhook-"
                + name
                + ".yaml");
      }
      made.keep(node);
      session.output().line("path:    /hooks/" + name);
      session.output().line("secret:  " + made.secret());
      session
          .output()
          .line(
              policy
                  .map(file -> "policy:  runtime/access/" + file)
                  .orElse(
                      WebhookPolicy.isThere(node, name)
                          ? "policy:  as it was"
                          : "no policy: nothing comes of its posts before you write one"));
      return session.output().done(new Added(name, scheme, made.secret(), policy));
    }
  }

  @Command(name = "remove", description = "take no more posts at a name; its policy stays")
  @Example("sbp webhook remove ci")
  @Prints(Remove.Removed.class)
  @Exit(code = ExitCode.NOT_FOUND, means = "there is none of this name")
  @ForOwner
  static final class Remove extends NodeCommand {
    @Parameters(paramLabel = "NAME", description = "the webhook")
    String name = "";

    record Removed(String name) {}

    @Override
    public ExitCode run(Session session) {
      if (!Webhook.remove(session.node(), name)) {
        throw CliException.notFound(
            "no webhook is called " + PeerText.quote(name), "all:  sbp webhook list");
      }
      session.output().line("removed");
      return session.output().done(new Removed(name));
    }
  }
}
