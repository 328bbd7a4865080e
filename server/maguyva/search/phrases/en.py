"""English. The class names of this table are also the ones the other tables reuse where the notion is the same."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "drop": "the please pls plz exactly actually currently really just still also even hey hi hello thanks thx simply directly safely now "
    "right kindly quickly maybe again already easily first",
    "fn": "a an of to for on in into from with by at as about than then and or but nor so if when while before after unless until because since "
    "between across inside within throughout under over via per without not no am is are was were be been being am s re ve ll d t m do does did done "
    "doing can could will would should might may must has have had having i we you they he she me us them their its his her my our your who whom "
    "what which whose where when why how there any anyone anything some someone something every everyone everything everywhere anywhere somewhere "
    "nobody nothing all both each more less most many much few other others else another only own same such too very up out off get gets got let "
    "lets whats wheres whos dont doesnt want need needs like around that whether",
    "this": "this it that these those here current selected highlighted them",
    "kind": "function functions func fn method methods class classes type struct structs interface enum trait variable constant const field property "
    "attribute module package file macro symbol hook decorator component routine procedure constructor ctor member namespace identifier name "
    "object named called helper endpoint var def method's subclass typedef protocol mixin",
    "indef": "a an",
    "be": "am is are was were be been being s re get gets got getting",
    "aux": "do does did can could will would should might may must has have had shall ll d wont",
    "pron": "i we you they one someone somebody anyone anybody people",
    "who": "who what which whom whos",
    "place": "path paths place places spot spots location locations part parts area areas code file files module modules function functions func funcs method "
    "methods class classes component components service services test tests spec specs package packages crate crates line lines caller thing things "
    "endpoint endpoints route routes controller controllers script scripts anyone anybody anything everything something somebody everyone everybody "
    "everywhere anywhere callers consumers clients objects types modules' binaries pages handlers libraries apps repos projects bits stuff bit "
    "features feature tasks jobs job hooks views view helpers helper tools screens",
    "call": "call calls calling called invoke invokes invoking invoked use uses using used reference references referencing referenced import imports "
    "importing imported consume consumes consuming instantiate instantiates instantiating construct constructs subclass subclasses extend extends "
    "extending implement implements inherit inherits override overrides access accesses accessing mention mentions "
    "mentioning execute executes utilize utilizes utilise utilises utilizing leverage leverages touch touches refer refers referring refs "
    "hit hits require requires include includes employ employs render renders await awaits fire fires dispatch dispatches emit emits "
    "subscribe subscribes listens run runs",
    "hard": "call calls calling invoke invokes invoking invoked use uses using used reference references referencing import imports importing "
    "imported instantiate instantiates instantiating subclass subclasses extends inherits mention mentions consumes consume referring refers",
    "called": "called invoked used referenced imported consumed instantiated triggered accessed mentioned executed utilized utilised leveraged "
    "constructed exercised overridden subclassed referred extended cited depended reused touched",
    "mass": "usage use import instantiation reference call",
    "occ": "occurrences occurence occurrence occurences",
    "refnoun": "callers caller usages references refs ref uses invocations invocation callsites callsite call-sites call-site usecases "
    "importers imports consumers mentions instantiations subclasses subclass implementors implementers "
    "implementations overrides inheritors callees",
    "request": "show find list get give search look fetch tell display print see view locate check enumerate pull highlight identify explain "
    "describe summarize understand know wonder want need trace track hunt dig surface return count report collect gather grab finding looking "
    "wondering point searching analyze analyse assess estimate compute determine calculate evaluate run do perform visualize map discover figure lookup "
    "finds learn go jump navigate take bring",
    "quant": "all any every each complete full entire whole list known existing remaining other different various possible direct incoming inbound "
    "external internal transitive places place set overview quick summary report number count total upstream downstream potential likely actual "
    "possible exact original main real single",
    "change": "change changes changing changed modify modifies modifying modified edit edits editing edited delete deletes deleting deleted remove removes "
    "removing removed rename renames renaming renamed refactor refactors refactoring refactored alter alters altering altered drop drops dropping dropped "
    "rewrite rewrites rewriting rewritten replace replaces replacing replaced touch touching touched tweak tweaks tweaking tweaked update updates "
    "updating updated move moves moving moved rip ripped kill killing axe nuke nuking deprecate deprecates deprecating deprecated break breaks breaking "
    "broke adjust adjusting mess messing messed extract extracting inline inlining split splitting comment deletion removal modification "
    "modifications refactoring edits alteration disappear disappears disappeared vanishes vanished redesign redesigning rework reworking reworked",
    "break": "break breaks broken breaking broke fail fails failing failed crash crashes affect affected affects affecting impact impacted impacts suffer "
    "suffers explode explodes burst influenced disrupted hurt hurts collapse regress regresses malfunction touched blow blows stop stops bust "
    "fall falls go goes invalidated brake brakes breakage",
    "happens": "happens happen changes change",
    "dep": "depend depends depending dependent rely relies relying reliant hinge hinges",
    "depnoun": "dependents dependent dependants dependant dependees dependers",
    "effect": "impact impacts effect effects consequence consequences implication implications fallout repercussion repercussions ramification "
    "ramifications ripple knock-on side-effects side-effect risk risks damage breakage",
    "safe": "safe ok okay fine risky dangerous possible harmless alright risk safely wise",
    "where": "where wheres whereabouts",
    "defined": "defined declared implemented located declare define definition definitions declaration implementation introduced defd defiend declares defines implements",
    "lies": "living live lives written coded specified stored found sitting sit sits reside resides created hiding kept placed",
    "define": "define defines declare declares declaring defining implement implements contain contains contian holds hold has export exports",
    "defnoun": "definition definitions declaration declarations def defn implementation implementations source signature body defintion definiton decl "
    "declaraton impl prototype",
    "goto": "goto jump navigate locate go open take bring",
    "open": "open locate goto",
    "similar": "similar alike resembling resembles resemble comparable analogous equivalent identical akin analog analogue closest similiar",
    "dupnoun": "duplicates duplicate duplicated dupes dupe copies copy clones clone near-duplicates near-duplicate lookalikes copy-paste copy-pasted "
    "copypaste duplication duplications clone variants",
    "codeword": "code snippet snippets function functions method methods class classes implementation implementations block blocks logic "
    "pattern patterns module modules component components file files test tests piece pieces fragment fragments helper helpers routine routines "
    "version versions something anything stuff things query queries loop handler handlers algorithm algorithms examples example ones one utilities utility hook "
    "hooks type types structs structures structure else another",
    "look": "look looks looking behave behaves behaving work works shaped do does doing written structured",
    "textnoun": "string strings text literal phrase substring message words word sentence wording characters token",
    "strong": "exact literal verbatim following",
    "compound": "formatting format formatter concatenation interpolation manipulation parsing parser matching processing encoding decoding handling "
    "handler rendering renderer search searching comparison conversion length buffer builder utils utilities utility helpers helper functions function "
    "class classes method methods type types queue queues broker bus passing code logic module layout editor area input inputs field fields box "
    "processor splitting splitter normalization escaping templates template storage validation validator sanitizer tokenizer tokenization tokens "
    "reader writer widget component components extraction embedding embeddings indexing index serialization api service services generation "
    "wrapping selection color styling style store pool table interning resources resource localization translations replacement distance similarity "
    "hashing schema loader consumer producer dispatcher middleware implementation",
    "grep": "grep rg ripgrep egrep ack grepping ctrl-f ctrl+f",
    "contain": "containing contains contain contians with says saying reads appearing matching",
    "appear": "appear appears appearing come comes coming occur occurs printed thrown shown logged raised emitted found mentioned used defined located "
    "written displayed present generated produced set",
    "end": "of to for on in into from with by at as about than then and or but so if when while before after unless until because since between across "
    "inside within throughout under over via per without i we you they is are was were be been being do does did can could will would should anywhere "
    "everywhere somewhere somehow anymore else yet throughout around that which who where so too right outside beyond during once given except "
    "out up off me us not today how why what besides",
    "how": "how why",
    "ask": "how why explain explains explaining explanation architecture overview describe describes description walk walkthrough understand "
    "understanding purpose purposes responsible responsibility responsibilities summarize summarise summary clarify elaborate rationale reason design "
    "designed flow flows lifecycle difference differences works mean means meaning teach concept concepts workflow structure structured intuition "
    "what when which tell",
}

MACROS: Final[dict[str, str]] = {
    "LEAD": "(request|quant|aux|pron|me|us|for|be|what|where|who|up|a|an|there|have|you|to|of|at|by|that|in|out|how many|if|do|would|like|need|want|where to|whats|wheres|"
    "places where|(code|everything|lines|spots|files|places) (with|that have|having))",
    "GUARD": "how|why",
    "HOWTO": "how (aux|to|would|many|come)? pron? (request|many) (out|for|at|up)?",
    "CHANGE": "((add|adds|adding|make|making|give|giving) (a|new|optional|required|extra|another|to|an|it|return|this)* (parameter|param|parameters|argument|arg|args|arguments|field|column|async|nullable|private|optional|required|final|static|sync|key|type)|change) (out|off|away|up|with|down|of|in|to|made to|on)?",
    "SUBJ": "(i|we|you|one|someone|somebody|anyone|they|he|she|people)",
    "IF": "(if|when|after|once|by|should|upon|from|on|in case|because of|were|whenever|assuming)",
    "REF": "(refnoun|call site|call sites|call hierarchy|call graph|use sites|use site|usage sites|usage examples|call chain|call tree)",
    "DEFFILE": "(file|module|class|line|package|files|folder|directory|header|source|crate|namespace|script|location|place)",
    "TAIL": "(in|across|inside|within|throughout|from|of|anywhere|everywhere|somewhere) (this|our|my|all|whole|entire|any|every|every|other)* "
    "(code|codebase|repo|repository|project|workspace|source|sources|src|files|file|tree|app|everywhere|tests|comments|docs|folder|logs|config|$) .{0,3}$",
}

RULES: Final[dict[str, list[str]]] = {
    "2": [
        # Who does it: "who calls X", "which functions use X", "what code is calling X".
        "who (else|all|other|exactly)? (be|aux|keeps)* (else|all|ever)? call (to|from|of|on|up|at|into)? NP",
        "(which|what|whose|any|every|all) (other|different|of|our|parts|kind)? place ((of|in|across) (our|my|this)? (code|codebase|project|repo|repository|app|system|source))? "
        "(that|which)? (be|aux|keep|keeps)* call (to|from|on)? NP",
        "(which|what) content .{0,2}? (be|aux)* hard (to|from)? (NAMED|THIS END|STRONG END)",
        "(anyone|anybody|anything|everything|everyone|everybody|code|nobody|nothing|something|somebody|someone) (else|that|which|who)? (in this .)? (be|aux)? (else|ever)? hard (to)? NP",
        "(who|which place|what place) else? (be|aux)? (makes|make|making) (a|any)? (use|uses|calls|call|references|reference) (of|to) NP",
        "(who|what|which) be? (a|an)? (callers|caller|users|user|consumers|consumer|importers|clients) of NP",
        "^place (that|which|who|where)? (pron|be|aux)? hard (to|from)? NP",
        "^(code|lines|line|files|everything|things) (that|which)? (be)? (making)? (use|calls|references|hard) (of|to)? NP",
        # Where it is done: "where is X used", "where do we call X", "places where X gets called".
        "(where|wherever|anywhere|everywhere|places|spots|lines|locations|occasions|instances|times|from where) (else|all|in|of|at|this|code|codebase|where)* (be|aux)* NOTEXT (NAMED|PHRASE) (be|been|getting|ever|actually)* called",
        "where (else|all)? (be|aux)? pron (be|aux|ever)* hard (to|of|from)? NP",
        "=(request|me|if|whether|know|i|to|aux)* (be|do|does|did|has|have) NOTEXT <(content|this){1,4}> (be|been|ever|actually|being)* called (anywhere|anymore|somewhere|in|by|at|from|outside|elsewhere|if|or|else|yet|within|across|any|$)",
        "^(be|aux) (there)? (anyone|anybody|anything|somebody|something|someone|nobody|any|some|we|code)+ (place)? (that|else|which|who)? (be|aux|ever)* hard (to)? NP",
        "(who|what|which place) (else)? (be)? <(content|this){1,3}> (be|been|getting)* called by",
        "^how (many|often) (places|times|files|spots|callers|people|functions|modules|classes|tests|components|locations)? (be|aux|do|that|we)* (hard NP|<(content|this){1,3}> (be)? called|of NP)",
        # What it has: "callers of X", "references to X", "X's usages".
        "^REF (code|sites|points|places|locations)? (of|to|for|from|on) NOTEXT (NAMED|STRONG END|THIS END|PHRASE CLOSE|<kind+ content> END|<content kind> END)",
        "^occ (of|for) NOTEXT (?!.{0,3}quoted) NP",
        "(request|any|every|all|each) (me)? (any|every|all|each|quant)* mass (of|to|for|from) NOTEXT NP",
        "^mass (of|to|for|from) NOTEXT (NAMED|STRONG CLOSE|THIS END|<content kind> CLOSE)",
        "^how many (REF|mass|users|clients) (aux|be|of)+ NP",
        "^(calls|call|use|usage|use|uses|invocations) (made|being)? (to|of|into|for|going) (to)? (NAMED|STRONG CLOSE|THIS END)",
        "^(calls|uses|invocations|usages) (made|being)? (to|of|into|for) PHRASE CLOSE",
        "^(users|clients|customers) of (NAMED|kind|THIS END)",
        "^(NAMED|STRONG) s? (s)? REF END",
        "^<(this kind* s?|kind+ s)> REF END",
        "=<kind* ident kind?> s? (REF|call|calls|use) END",
        "=cap s? (callers|usages|callsites) END",
        "=<cap s? (callers|usages|callsites)> END",
        "=(request me?|where|who) (all|any|every|are|is|list|of|me|full|s|pron)* (REF|calls) $",
        "(request|who|which) (where|what) (else|all)? (be|aux)* (NAMED|PHRASE) (be)? called",
    ],
    "3": [
        # "what breaks if I change X", in all its orders.
        "(what|which|who|how much|how many|where|anything|something|everything|stuff|everyone|nothing|much) .{0,4}? break .{0,5}? (IF .{0,4}? CHANGE|without|from CHANGE|by CHANGE|due to CHANGE) (NP|NAMED)",
        "(what|which|who|how much|anything|something|how badly|how bad|how many place) .{0,5}? break .{0,3}? IF (NAMED|PHRASE) (be|aux|were|to|get|goes|has|d)* (CHANGE|away|gone|missing|stopped|different)",
        "(what|which|who|anything|how) .{0,2}? (break|happens) .{0,3}? IF (SUBJ)? (aux|to|be|were)* CHANGE (NAMED|THIS|kind|STRONG)",
        "(what|how) .{0,2}? happens .{0,7}? IF SUBJ (aux|to|be|were|decide|just)* CHANGE (<this* content{0,2} kind>|<this+>) END",
        "what .{0,2}? happens .{0,3}? IF (NAMED|THIS|STRONG|kind content|content kind) (be|aux|were|to|get)* CHANGE",
        "^(if|when|suppose|say|once|after|assuming|in case|by) .{0,4}? CHANGE (NAMED|PHRASE) .{0,6}? (break|(what|which|else) .{0,3} (change|happens|update|break|updating|fix|adapt|retest|test))",
        "^(if|when|suppose|once|after|assuming) (NAMED|PHRASE) (be|aux)* (goes away|go away|gone|went away|stops working|stopped working) .{0,4}? (break|happens)",
        "^.{0,3}? effect (if|when|of|once|after) SUBJ? (NAMED|PHRASE|this)? (be|aux|were|being|get|gets|got)* CHANGE (NP)?",
        "^(if|when|suppose|say|once|after|assuming) (NAMED|PHRASE) (be|aux|were|to|get)* CHANGE .{0,5}? (break|(what|which|else) .{0,3} (change|happens|update|break))",
        "(what|which|anything|stuff|how much|who|else|everything) (else)? .{0,4}? (change|updating|to change|to fix|fixing|to adapt|update|to test|to retest|retest|run|rerun|test|to touch|migrate|follow|retested|tested|updated|fixed|adapted|rebuilt|recompiled|rewritten|migrated|adjusted) .{0,2}? (if|when|after|once|because|should) SUBJ? (aux|to|be)* CHANGE (NP|NAMED)",
        "(aux|be|what|which|who|wouldnt|wont|doesnt|if) .{0,3}? CHANGE (NAMED|PHRASE) .{0,3}? (break|affect|affects|hurt|impact|ripple|cause|causes|propagate|have)",
        "what .{0,3}? (aux|be) CHANGE (NAMED|PHRASE) .{0,2}? (break|mean|do|cause|lead)",
        "(aux|be) .{0,4}? (anything|something|everything|anyone|tests|stuff|someone|code|else) .{0,3}? break .{0,4}? (if|when|by|from|without|after) .{0,4}? (CHANGE|without) NP",
        # Is it safe?
        "(aux|be|how|it|its|not|if|whether) .{0,3}? safe .{0,3}? (to|if|for|in|SUBJ|about|of)+ .{0,2}? CHANGE NP",
        "(aux|be|how|is) CHANGE (NAMED|PHRASE) (be|aux)? (safe|without)",
        "(can|could|may|should|how|if|whether) (i|we|you|one|anyone) (get)? CHANGE (NAMED|PHRASE) (without|safe|safely|and (not|nothing)|or)",
        "(can|could|may) (i|we) CHANGE (NAMED|<this kind*>) $",
        "^(can|could|may) (NAMED|<this kind*>|PHRASE) be change (without|$)",
        # The nouns.
        "^(what|whats|how)? .{0,3}? effect (effect|effects|radius|analysis|assessment|report|zone|be|have)* (of|for|from|on|if|when|in case)+ (SUBJ)? (a|an|any|making|me|my|us|doing|our)* CHANGE (NAMED|PHRASE) END",
        "^.{0,2}? effect (effect|effects|radius|analysis|assessment|report|zone|on this)? (of|for|from|on) (NAMED|THIS END|<content{0,2} kind> END|<kind content> END|a change)",
        "^(effect analysis|effect assessment|change effect) (of|for|on|if)? NP",
        "(blast|explosion|splash|damage) (radius|area|zone) (of|for|on|if|around|when|from|to|covered by)+ (SUBJ)? (a|any)* (NP|NAMED|CHANGE NP)",
        "=(.{0,4}?) (blast radius|impact analysis|ripple effect|ripple effects) (please|here|report|of|for|on|here)? <this*> kind? $",
        "=(blast radius|impact analysis) (NAMED|STRONG|<this kind*>) CLOSE",
        "=(NAMED|STRONG) s? (impact|blast radius|dependents|dependants|impact analysis|effects|reverse dependencies)",
        "(NAMED|STRONG) s (impact|blast radius|dependents|dependants|reverse dependencies|downstream)",
        "how (big|large|wide|far|bad|far-reaching|deep|much|extensive|severe|disruptive|invasive|risky|dangerous|costly|expensive|painful|breaking) .{0,5}? (change|effect|blast radius|break|ripple|dep|reach|consequences) (to|of|in|on|for|from|if|by)? .{0,3}? (NAMED|THIS|PHRASE END)",
        # Who depends on it.
        "(who|what|which|whatever|everything|anything|everyone|something|anyone|code|whose|all|things|stuff|nothing|place) (.{0,3}?) dep (up|heavily)? (on|upon|from|of) NP",
        "^place (that|which|be|aux)* dep (on|upon) NP",
        "(be|do|does) (any)? (place|anyone|anything|something) .{0,3}? dep (on|upon) NP",
        "^(reverse|downstream|upstream|transitive|direct|inverse|backward|incoming|inbound)+ (dependencies|dependency|deps|consumers|code|users|callers|impact|effects|depnoun|usages) (tree|graph|chain)? (of|for|on|from) NP",
        "^depnoun (of|on|for|upon|tree|graph)+ NP",
        "^(everything|code|anything|what|all|things|stuff|place)? (be)? (downstream|upstream) (of|from) NP",
        "(what|which|who|everything|code|anything|tests|all|things|how much|place) .{0,4}? (affected|impacted|influenced|broken|touched|disrupted|hit) (by|if|when|from) .{0,4}? (CHANGE|NAMED|this|kind) (NP|NAMED)?",
        "(what|who|which place|how many place) (aux|be)* (affected|impacted) by (NP|NAMED)",
        "what (else)? (aux)? (NAMED|THIS|CHANGE NP) (affect|affects|impact|impacts|break|influence)",
        "(which|what) (test|tests) .{0,3}? (cover|covers|covering|exercise|exercises|exercising|break|fail|run|rerun|re-run|affected|touch|hit|execute) .{0,4}? (NAMED|THIS|STRONG END|PHRASE END|ONE CLOSE)",
        "^(test|tests) (that|which|to|i|should)* (cover|covers|covering|exercise|exercising|run|affected|break|fail) (by|if|when|after|for)? .{0,4}? (NAMED|THIS|STRONG END)",
        "(how far|how) .{0,2}? CHANGE (to|in|of)? (NP|NAMED) .{0,2}? (propagate|propagates|reach|reaches|spread|ripple|go)",
        "(stop|stops) working (if|when|without) .{0,5}? (NAMED|THIS|CHANGE NP)",
        "(break|breaks|broken) (if|when) .{0,2}? (NAMED|THIS|PHRASE) (be|aux|get|were)* CHANGE",
        "=impact (of|on) (NAMED|THIS END|CHANGE NP)",
    ],
    "4": [
        "request (me|up|out)? ((in|through)? (code|codebase|repo|project|files|sources))? (for|up)? (every|where|all|occurrences|occurrence|instances|lines|files|line|place|places|of|with|that|which|be)* (contain)? strong? textnoun (that|which|strong|textnoun|says|saying|called|reads|like|is|of)* (?!compound|content{1,3} compound) "
        "<(ident|cap|quoted|content|this|fn){1,12}?> (TAIL|$)",
        "(where|which place|what place|what code|who) (be|aux|in)* (.{0,3}?) strong? textnoun (that|says|saying|textnoun)* <.{1,8}?> (be|get|being|aux)* (appear|contain) ",
        "(where|who) .{0,4}? (prints|logs|throws|raises|emits|outputs|shows|displays|print|log|throw|raise|emit|output|say|says) .{0,2}? textnoun (that|says|saying|textnoun)* <.{1,8}>$",
        "^grep (for|me|r|rn|i|in|all|out|usages|occurrences|of|n|every|textnoun|strong|and)* <.{1,8}?> (TAIL|$)",
        "=(literal|exact|verbatim|text|string|full-text|plain) (textnoun|match|search|matches|text)* (of|for) strong? textnoun? <.{1,8}?> (TAIL|$)",
        "^(for|an|a)? (exact|literal|verbatim) (match|matches|text|string|(occurrence|occurrences)|phrase|search|hits)+ (of|for) <.{1,8}?> (TAIL|$)",
        "^(all|any|which|every|what)* (lines|files|line|file|place|comments|comment|everything)+ (that|which)? (contain) textnoun? (textnoun|strong)* (NAMED|STRONG (TAIL|$))",
    ],
    "4b": [
        "where (in|else|exactly|does|did|would|on|at)* (.{0,3}? (code|codebase|repo|project|source|package|tree))? (be|aux|pron)* (X|NAMED|ONE|<kind* (content|this)>) (be|been|get|gets|actually|being|itself)* defined",
        "where (in|else|does|did|on|at)* (be|aux)* STRONG (be|been|get|gets|itself)* lies",
        "where (aux|be)* defnoun (of|for) (X|(NAMED|ONE) be? (found|located|lies|defined))",
        "where (be|aux)+ (pron) (defined|find|define|declare|implement|see|get|look for|locate) (defnoun (of|for) X|STRONG)",
        "where (aux|be)+ (pron) (define|declare|implement|defined) X",
        "where (do|does|did|can)? defnoun (of|for) X (live|sit|be|located|defined)?",
        "where (be)? defnoun (of|for) X",
        "^where (be|aux|s)? (pron find|at)? (NAME|STRONG CLOSE) (at|located|in|come from|hiding|coming from|.{0,1})? END",
        "where (be|aux)+ STRONG (come|coming|originate|originates|live|imported) from",
        "where (be) STRONG s? defnoun",
        "^(to|at|for|code|source|up|original|class|function|method|type|variable|interface|exact)* defnoun (code|location|file|site|for|line|place|s|position)* (of|for) X",
        "^(defnoun|kind) (location|site|line|file) (of|for) X",
        "^(to|at|for|me|up)* (NAME|STRONG) s? (defnoun|source code) CLOSE",
        "^(to|at|for|me|up)* ONE s defnoun END",
        "=<kind* ident kind?> s? (defnoun|source code)",
        "=<cap> s? (definition|declaration|source code) CLOSE",
        "=(.{0,4}?) (goto|(go|jump|navigate|switch|skip|hop|head|take|bring|get|move|warp|scroll|teleport) (me|us|over|straight|back)* (to|into)) where? (defnoun $|defnoun (code|location|site)? (of|for|on|this) X|X defnoun?|X (be|get)* defined|<this*> (defnoun|this kind*|kind this) $)",
        "=(.{0,3}?) (open|locate|show|find|where|pull up|look up|lookup) (me|up|for|us)? (file|code|line|place|spot|location|module|source|class|one|part|function|point|method)? (that|where|which|with|containing)+ (X|NAMED) (be|get|been|was)* (defined|comes from)",
        "=(.{0,3}?) (open|locate) (up|me)? (X) (defnoun|in (my|an)? editor)?",
        "=(.{0,4}?) (show|find|see|view|display|get|search|look|check|look at|peek|pull|open|read|want|need|lookup|list) (me|for|up|at|us|to see|out)* (kind|defnoun)+ (of|for|code|with name|by name|that s|kind|name|s)* (<kind* ident>|STRONG END|<cap>)",
        "=(.{0,4}?) (show|find|see|view|display|get|search|open|look|lookup|want|list) (me|for|up|at|to see)* <(a|kind)* ident> s? (kind|defnoun|source code)+ END",
        "=(show|find|locate|open|see|view) (me)? <cap> (kind|defnoun) END",
        "(find|locate|show|open|see|for|where) (me|be)? (kind)? (kind) (called|named) ONE END",
        "=kind+ (called|named) ONE END",
        "(in|from)? (what|which) DEFFILE (aux|do|would)* pron (find|see|defined|define|declare) X",
        "=(show|see|tell|explain) me? how (NAME|<cap>) be (declared|defined|define) CLOSE",
        "(in|from)? (what|which|whats) (.{0,2}? DEFFILE) (number|of code|in .{1,3})? (be|aux|that|it)* (X|NAMED|ONE) (be|been|getting)* (defined|in|on|from|come from|at|coming from)",
        "(what|which|whichever|who|whose|find|show|open|locate|see) .{0,2}? (DEFFILE|who|code|me) (be|aux|that|of)? (the)? (define|contains|declares|holds|provides) (defnoun of)? X",
        "^(who|what) (defines|declares|implements) X",
        "=(def|define|defn|definition|decl|declaration|impl|implementation|source|signature) (of|for)? X",
        "=(show|find|see|goto|go to|jump to|peek|open|view|get) (me|at)? (its|this|that)? (defnoun|its source) (of|for|this|it|here|kind)* $",
    ],
    "4c": [
        "similar (in .{1,2})? (to|with|as)",
        "(similar|alike|comparable|analogous|equivalent|identical|near-identical|lookalike|near-duplicate|duplicate|duplicated|copy-pasted|redundant|repeated|cloned|parallel|copied) content? (codeword|looking|looks)",
        "codeword (that|which|be|is|are)* (look)? (quite|very|almost|too|so|somewhat|pretty)? (similar|alike|identical|duplicated|resembling|analogous|comparable|copy-pasted|copied|equivalent)",
        "(codeword|other|others|more|else|another|anything|pattern|where) (that|which|be|is|pron|in .|written|of|out there)* (aux)? (look|works|behaves|does)? (exactly|a lot|much|kind of|sort of|just|pretty much|something)? ((like|as) (THIS|one|NAMED|STRONG CLOSE)|(resembles|resembling|resemble) (THIS|one|NAMED|STRONG|kind|PHRASE END))",
        "(look|looks|looking|behaves|written|reads|feels|works) (a lot|much|almost|exactly|similar|very|kind of|sort of)? (like|similar|alike) (THIS|one|NAMED|STRONG|each|kind|PHRASE END)",
        "(same|identical|equal|equivalent|akin|analogous|close|comparable) (as|to) (THIS|NAMED|STRONG|one|kind|PHRASE END)",
        "=(request|me|some|any|something|anything|more|one|ones|others|codeword|for)* similar (one|ones)? $",
        "^.{0,4}? (dupnoun) (of|for|code|in|among|codeword) ",
        "^(.{0,5}?) (dupnoun) (of|codeword|from|$)",
        "(be|does|do|has) .{0,5}? (dupnoun|duplicated|reimplemented|copied|repeated|exist|exists) (anywhere|elsewhere|somewhere|of|in other|else|code)",
        "(same|identical|equivalent|close|closest|akin|parallel|analogous|comparable|exact) (thing|logic|as|to|code|implementation|pattern|way|shape|match|structure|signature|job|idea|behaviour|behavior|work|stuff|approach|kind of|algorithm)+ (of|as|to|that|do|done|does|in|for|elsewhere|twice|again|somewhere|multiple|be|than|with|like|$)",
        "(resembling|resembles|resemble|mirrors|mirroring|mimics|mimic|duplicates|matches|imitates|copies|parallels) (.{0,2}?) (THIS|NAMED|STRONG|one|kind|PHRASE END)",
        "(something|anything) like ONE $",
        "=(more|something|anything|others|code|examples|functions|stuff|things|methods|classes) (code|functions|stuff|examples|methods|exactly|out there|else|written)? like (this|NAMED|STRONG CLOSE|THIS|content kind CLOSE|kind content CLOSE)",
        "(another|other|alternatives|different|second|existing) (version|implementation|implementations|variant|variants|versions|copy|copies|way|ways|function|functions|method|class|code) (of|to|for|that|do|does)+ (THIS|NAMED|same|STRONG|it)",
        "(counterpart|counterparts|equivalent|equivalents|analog|analogue|lookalike|lookalikes|sibling|siblings|twin|twins|variant|variants|variations|relatives|near-duplicates|alternatives|doppelganger) (of|to|for|on) (THIS|NAMED|STRONG|PHRASE END)",
        "(already|else|other|another|more|anything|something|codeword) .{0,3}? (do|does|doing) (exactly|the|almost)? (same|similar|what (THIS|NAMED) (do|does))",
        "(where|have|has|did|do) .{0,3}? (else)? .{0,3}? (do|done|did|implemented|written|seen|solve|solved) (something|anything|things|a|code|this|stuff)* (similar|like this|same)",
        "like (this|that) (one|kind|snippet|code|block|piece|pattern)? (elsewhere|anywhere|somewhere|in (other|codebase|code|repo|project|rest))",
        "(repeats|repeat|repeated|duplicated|copied|copy-pasted|reimplemented|recurs) (elsewhere|anywhere|somewhere|across|in other|in several|in multiple)",
    ],
    "6": [".*ask"],
}

EXAMPLES: Final[list[tuple[str, str, str, str | None]]] = [
    ("where is parseConfig defined", "find_definition", "4b", "parseConfig"),
    ("definition of parseConfig", "find_definition", "4b", "parseConfig"),
    ("go to parseConfig", "find_definition", "4b", "parseConfig"),
    ("where is distill defined", "find_definition", "4b", "distill"),
    ("how does authentication work", "understand_code", "6", None),
    ("explain the architecture", "understand_code", "6", None),
    ("how does parseConfig work", "find_definition", "5", "parseConfig"),
    ("what breaks if I change this function", "impact_analysis", "3", "this"),
    ("what depends on parseConfig", "impact_analysis", "3", "parseConfig"),
    ("blast radius", "impact_analysis", "3", "this"),
    ("find the string ECONNREFUSED", "exact_match", "4", "ECONNREFUSED"),
    ("who calls parseConfig", "find_references", "2", "parseConfig"),
    ("usages of parseConfig", "find_references", "2", "parseConfig"),
    ("references to parseConfig", "find_references", "2", "parseConfig"),
    ("who calls 'foo'", "find_references", "2", "foo"),
    ("functions similar to parseConfig", "find_similar", "4c", "parseConfig"),
    ("code like this", "find_similar", "4c", "this"),
    ("duplicates of this function", "find_similar", "4c", "this"),
]
