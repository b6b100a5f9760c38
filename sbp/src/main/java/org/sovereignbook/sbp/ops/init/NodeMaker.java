package org.sovereignbook.sbp.ops.init;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Policies;
import org.sovereignbook.sbp.authority.access.PolicyFile;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.DisplayName;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.model.judgment.DailyLimits;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.node.DiskException;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.MadeThings;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.ethos.EthosRequest;
import org.sovereignbook.sbp.peer.ethos.EthosText;
import org.sovereignbook.sbp.peer.reader.SteeringPhrases;
import org.sovereignbook.sbp.peer.step.Intervals;
import org.sovereignbook.sbp.runtime.builtin.BuiltinJobs;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.file.FileStore;

/**
 * Creation of a whole node directory (IMPLEMENTATION §5 and §8, Phases 1, 2 and 5) without any
 * network. A marker file exists while it works: after a crash, a second run finds it, keeps the
 * keys that were already made, and writes everything else again. Not for two processes at once.
 */
final class NodeMaker {
  private final Node node;
  private final NodeHome home;
  private final InitRequest request;

  public NodeMaker(Node node, InitRequest request) {
    this.node = node;
    this.home = node.home();
    this.request = request;
  }

  /**
   * Makes the node, or completes one whose making was interrupted.
   *
   * @throws org.sovereignbook.sbp.node.NodeException when there is a node or another obstacle;
   *     nothing has changed then
   */
  public InitResult make() {
    InitChecks.require(node);
    Path marker = home.initMarker();
    boolean interrupted = node.disk().exists(marker);
    makeRoot();
    node.writeJson(
        marker,
        JsonObject.builder()
            .put("started_at", node.now().toString())
            .put("note", "sbp init was interrupted if this file stays; run it again")
            .build());
    folders().forEach(node.disk()::createFolders);
    KeyPair keys = keys(home.keypair());
    KeyPair next = keys(home.nextKeypair());
    IdentityDocument identity = identity(keys, next);
    writeState();
    writeTexts(new NodeTexts(home, request, identity, node.now()));
    node.writeJson(home.identity(), identity.json());
    node.writeJson(home.schedulerConfig(), InitialConfig.of(request));
    keepPolicies();
    List<MadeThings.Loss> _ = node.made().look();
    node.disk().delete(marker);
    return new InitResult(home, identity, DailyLimits.of(node.config()), interrupted);
  }

  /**
   * Makes the folder, closed to others unless the group may read it, with all that it will hold.
   */
  private void makeRoot() {
    try {
      if (request.groupReadable()) {
        OwnerOnly.makeShared(home.root());
      } else {
        OwnerOnly.makeFolder(home.root());
      }
    } catch (IOException e) {
      throw new DiskException("cannot make", home.root(), e);
    }
  }

  private List<Path> folders() {
    return Stream.of(
            Stream.of(home.authorOutput(), home.plugins(), home.draftsPublished()),
            java.util.Arrays.stream(OutboxKind.values())
                .map(kind -> home.outbox().resolve(kind.toString())),
            Stream.concat(
                    ObjectStore.ALL.stream(),
                    Stream.of(
                        Archive.PROCESSED,
                        Archive.REJECTED,
                        Archive.SENT,
                        Outbox.FAILED,
                        PeerIdentities.DOCUMENTS))
                .map(kind -> kind.in(home)))
        .flatMap(folders -> folders)
        .toList();
  }

  /**
   * Returns the key pair. A key made by an interrupted run stays, because peers may know it
   * already.
   */
  private KeyPair keys(Path file) {
    if (node.disk().exists(file)) {
      return KeyFile.load(node.disk(), file);
    }
    KeyPair made = KeyPair.generate(node.random());
    KeyFile.save(node.disk(), file, made, node.now());
    return made;
  }

  private IdentityDocument identity(KeyPair keys, KeyPair next) {
    return IdentityDocument.create(
        keys,
        new IdentityDocument.Claims(
            request.name().orElseGet(this::folderName),
            request.endpointOrLoopback(),
            Optional.empty(),
            Optional.of(next.publicKey())),
        node.now());
  }

  private String folderName() {
    String folder = Optional.ofNullable(home.root().getFileName()).map(Path::toString).orElse("");
    String clean = PeerText.escape(folder).strip();
    return DisplayName.isBlank(clean) ? "sbp" : Cut.beginning(clean, Limits.MAX_NAME_CHARACTERS);
  }

  private void writeState() {
    writeEthos();
    node.writeText(home.peers(), FileStore.emptyPeers());
    node.writeText(home.sessionLog(), "");
    node.writeText(home.opsLog(), "");
    node.writeJson(ObjectStore.SEEN_HASHES.in(home), JsonObject.empty());
    node.writeJson(ObjectStore.REPLIES.in(home), JsonObject.empty());
    for (Job job : BuiltinJobs.ALL) {
      node.writeText(home.agentPrompts().resolve(job.promptFile()), job.prompt());
    }
    node.writeText(home.agentPrompts().resolve(SteeringPhrases.FILE), SteeringPhrases.text());
  }

  /** Writes the template's ethos; a model writes its own at the first run. */
  private void writeEthos() {
    node.writeText(
        home.ethos(),
        EthosText.of(request.name(), request.prompt(), request.pace().map(NodeMaker::rhythm)));
    boolean isEthos = request.prompt().filter(EthosRequest::isEthos).isPresent();
    if (request.hasModel() && !isEthos) {
      EthosRequest wanted = EthosRequest.from(request.prompt().orElse(""), node.now());
      node.writeJson(home.ethosRequest(), Shape.write(wanted));
    }
  }

  private static String rhythm(Intervals chosen) {
    return switch (chosen) {
      case DEFAULT -> "I run on a regular schedule.";
      case ACTIVE -> "I run every few hours.";
      case MODERATE -> "I run a few times a day.";
      case QUIET -> "I run once a day.";
    };
  }

  /** Stores the policies as the last valid version, in force if a later edit is faulty. */
  private void keepPolicies() {
    List<PolicyFile.Problem> _ = Policies.problems(node, true);
  }

  private void writeTexts(NodeTexts texts) {
    Steps.ALL.forEach(step -> new Launcher(step).write(node));
    new NodeLauncher(node).write(request.program());
    for (Map.Entry<String, String> text : texts.byPath().entrySet()) {
      node.writeText(home.root().resolve(text.getKey()), text.getValue());
    }
  }
}
