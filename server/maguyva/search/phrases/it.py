"""Italian. Articles are dropped (the clitics "la", "lo" with them), articulated prepositions are `di`, `a`, `da`, `in`, `su`."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "drop": "il lo la i gli le l un uno una esattamente attualmente ancora proprio anche pure ora adesso grazie ciao scusa scusate prego "
    "davvero solo soltanto solamente semplicemente direttamente subito gentilmente cortesemente poi allora già favore cortesia po please ok ehi",
    "di": "di del dello della dell dei degli delle d",
    "a": "a al allo alla all ai agli alle ad",
    "da": "da dal dallo dalla dall dai dagli dalle",
    "in": "in nel nello nella nell nei negli nelle dentro",
    "su": "su sul sullo sulla sull sui sugli sulle",
    "fn": "di del dello della dell dei degli delle d a al allo alla all ai agli alle ad da dal dallo dalla dall dai dagli dalle in nel nello nella "
    "nell nei negli nelle su sul sullo sulla sull sui sugli sulle con per tra fra senza dopo prima durante quando mentre se e ed o oppure ma però che "
    "chi cosa cos quale quali qual quanto quanti quante dove dov come com perché non è sono era erano essere stato stata stati state viene vengono "
    "venga vengano venire sia siano fosse ha hanno ho abbiamo avere può possono posso puoi potrei potrebbe potrebbero potresti possiamo deve devono "
    "devo dobbiamo dovrei dovrebbe sarà saranno sarebbe sarebbero verrà verrebbe verrebbero verranno si mi ti ci vi ne io tu noi voi loro lui lei "
    "suo sua suoi mio mia nostro nostra nostri tutto tutti tutta tutte ogni qualche qualcosa qualcuno qualcun nessuno niente altro altri altra altre "
    "più meno molto troppo così tale c dentro fuori ogniqualvolta poiché vorrei voglio fa fanno fare",
    "this": "questo questa questi queste quest quello quella quel quell ciò esso essa corrente attuale selezionata selezionato qui qua lì sta sto "
    "evidenziata evidenziato sopra",
    "kind": "funzione funzioni metodo metodi classe classi tipo tipi struttura struct interfaccia interfacce enum trait variabile variabili costante "
    "costanti campo campi proprietà attributo attributi modulo pacchetto macro simbolo hook decoratore componente oggetto func function file "
    "namespace membro costruttore enumerazione identificatore chiamata chiamato nome procedura sottoclasse helper endpoint type class",
    "who": "chi cosa quale quali cos che qualcuno qualcosa qualcun nessuno",
    "be": "è sono era erano viene vengono essere stato stata stati state sarà saranno sarebbe sarebbero sia siano venga vengano verrà verranno sta "
    "stanno c fosse verrebbe verrebbero stiamo e",
    "aux": "può possono potrebbe potrebbero deve devono ha hanno posso possiamo abbiamo sta stanno potrei vanno va hai avete fanno fa",
    "si": "si ci",
    "place": "percorso percorsi funzione funzioni metodo metodi classe classi modulo moduli file test parte parti componente componenti servizio servizi codice punto "
    "punti posto posti riga righe pacchetto pacchetti script endpoint pezzo pezzi altro altri altre qualcuno qualcosa luogo luoghi area aree crate "
    "libreria librerie controller pagine viste zone zona job chiamanti tutto ciò quello oggetti elementi cose pezzo progetti app handler route",
    "call": "chiam{a,ano,i,o,ava,asse,are,ando,ato} richiam{a,ano,are,ando} invoc{a,ano,are,ando} us{a,ano,i,are,ando,ava} "
    "utilizz{a,ano,are,ando,ava,i} adoper{a,ano,are} sfrutt{a,ano,are} impieg{a,ano,are} import{a,ano,are,ando} referenzi{a,ano,are} "
    "istanzi{a,ano,are,amo} consum{a,ano} esegu{e,ono} lanci{a,ano} eredit{a,ano} estend{e,ono} implement{a,ano} accede accedono legge leggono "
    "menzion{a,ano} cit{a,ano} riferisce riferiscono appella appellano "
    "riusa riutilizza riutilizzano sottoscrive sottoscrivono ridefinisce sovrascrive sovrascrivono include includono richiede richiedono emette emettono",
    "hard": "chiam{a,ano,iamo,are,ando} richiam{a,ano,iamo,are,ando} invoc{a,ano,are,ando} invochiamo us{a,ano,iamo,are,ando} utilizz{a,ano,iamo,are,ando} "
    "adoper{a,ano} sfrutt{a,ano,iamo} impieg{a,ano} import{a,ano,iamo,are,ando} referenzi{a,ano} istanzi{a,ano,amo} creiamo riferisce riferiscono consumano consuma "
    "estend{e,ono} eredit{a,ano} richiede menziona menzionano cita citano accede accedono serve",
    "called": "chiamat{o,a,i,e} richiamat{o,a,i,e} invocat{o,a,i,e} usat{o,a,i,e} utilizzat{o,a,i,e} adoperat{o,a,i,e} sfruttat{o,a,i,e} "
    "impiegat{o,a,i,e} importat{o,a,i,e} referenziat{o,a,i,e} istanziat{o,a,i,e} citat{o,a,i,e} menzionat{o,a,i,e} consumat{o,a,i,e} eseguit{o,a,i,e} "
    "riferit{o,a} lanciat{o,a} lett{o,a,i,e} riutilizzat{o,a,i,e} estes{o,a} ereditat{o,a}",
    "mass": "uso utilizzo impiego importazione chiamata import riferimento chiamate",
    "occ": "occorrenza occorrenze",
    "refnoun": "usi utilizzi riferimenti chiamate chiamanti chiamante invocazione invocazioni richiamo richiami "
    "referenza referenze importazioni utilizzatori utilizzatore consumatori callers caller usages usage "
    "references sottoclassi impieghi istanziazioni implementazioni istanze reference call-site",
    "request": "esistono esiste trov{a,ami,i,are,iamo,arti,arci,armi} cerc{a,ami,are,o,ando} mostr{a,ami,are,arci,armi,atemi} elenc{a,ami,are,o} dammi dimmi fammi vedere visualizz{a,are,ami} "
    "lista listami stamp{a,ami} indic{a,ami,armi,are} individua individuare rintraccia conta voglio vorrei puoi potresti potete bisogno servono serve "
    "sapere capire spieg{a,ami} descrivi recupera fai fare dare dai dirmi dire trovarmi controlla verifica valuta stima calcola analizza analisi aiutami "
    "volevo so riesci devo localizza localizzami evidenzia enumera raccogli riepiloga apri portami vai mostrarmi darmi farmi guarda vedi cercarmi raggiungi "
    "possibile quanti quante",
    "quant": "tutti tutte tutto tutta ogni qualsiasi qualche elenco lista completo completa vari varie diversi possibili quali qual numero albero grafo quadro "
    "dirette diretti esterni esistenti altri altre altra punti punto siti sito posti posto luoghi righe panoramica insieme catena gerarchia potenziale "
    "potenziali reale eventuali eventuale principali",
    "change": "cambi{o,a,are,ando,assi,amo,ano,ato,ata,ati,asse,amento,amenti,erò,arlo,arla,arne} modific{o,a,are,ando,assi,ano,ato,ata,ati,asse,arlo,arla,he} modifichiamo "
    "elimin{o,a,are,ando,assi,iamo,ano,ato,ata,ati,asse,azione,arlo,arla} cancell{o,a,are,ando,assi,iamo,ano,ato,ata,asse,azione,arlo,arla} rimuov{o,e,ere,endo,essi,iamo,ono,esse,erlo,erla} rimoss{o,a,i,e} rimozione "
    "rinomin{o,a,are,ando,assi,iamo,ano,ato,ata,asse,arlo,arla} tolgo toglie togliere togliendo togliessi togliamo tolt{o,a} togliesse toglierla toglierlo tocc{o,a,are,ando,assi,ato,ata,arlo,arla} tocchiamo "
    "spost{o,a,are,ando,assi,iamo,ato,ata,asse,amento,arlo,arla} refattorizz{o,a,are,ando,assi,iamo,ato,ata} rifattorizz{o,are,ando,iamo,assi} aggiorn{o,a,are,ando,assi,iamo,ato,ata,amento} "
    "sostitu{isco,isce,ire,endo,issi,ita,ito,iamo,irlo} riscriv{o,e,ere,endo,essi,iamo} riscritt{o,a} alter{o,a,are,ando,assi,ato,ata} edit{o,are,ando,assi} "
    "ritocc{o,are,assi} sparisce sparisse scompare scomparisse refactoring refactor modifica modifiche rinomina ridenominazione depreco deprecare deprecassi "
    "intervengo intervenire metto mettessi mettere aggiungo aggiungere aggiungessi aggiungessimo cambiassimo estra{ggo,rre} spezzo dismetto "
    "modificassimo eliminassimo rimuovessimo togliessimo rinominassimo elimino butto buttare buttassi via commento",
    "break": "rompo rompiamo romperei compil{a,ano,erebbe,erebbero,erà} incontro romp{ersi,e,ono,erà,erebbe,erebbero,eranno,ere,iamo,erei,esse} rott{o,a,i,e} spacc{a,ano,erebbe,herebbe,herà,are,o} fallisc{e,ono} fallirebbe fallirebbero fallirà falliranno fallire "
    "salt{a,ano,erebbe,erebbero,erà,are} impattat{o,a,i,e} influenzat{o,a,i,e} coinvolt{o,a,i,e} colpit{o,a,i,e} interessat{o,a,i,e} impatt{a,ano,erebbe,erà,are,o} "
    "influenz{a,ano,erebbe,are} smett{e,ono,erebbe,erebbero,erà,eranno} crash{a,ano,erebbe,are} esplod{e,ono,erebbe} danneggi{a,ato,ata,are} compromess{o,a,i,e} compromette "
    "comprometto comprometterei comprometterebbe guast{a,ano,o} incasin{a,o} pian{ta,terebbe} err{ore,ori} rischi{a,o,amo} cede cedono crolla crollano crollerebbe "
    "toccat{o,a,i,e} risent{e,ono,irebbe,irebbero} sball{a,ano} funziona funzionerebbe funzionare storto problemi problema conseguenze rotture rottura danni "
    "casini soffre soffrirebbe va andrebbe cadono cadrebbe sfascia sfascio "
    "propaga ripercuote ripercuoterebbe",
    "happens": "succed{e,erebbe,erà,ono} accad{e,rebbe,rà,ono} capita capiterebbe cambia cambierebbe comporta comporterebbe implica implicherebbe",
    "dep": "dipend{e,ono,ente,enti,erebbe,a,ano} appoggi{a,ano} bas{a,ano} affid{a,ano} basato basata basati conta contano poggia poggiano",
    "depnoun": "dipendenti dipendente dependents",
    "effect": "impatto impatti effetto effetti conseguenza conseguenze ripercussione ripercussioni implicazioni implicazione ricadute ricaduta "
    "rischio rischi danni danno contraccolpi portata",
    "safe": "sicuro sicura rischioso rischiosa pericoloso pericolosa tranquillamente tranquillo sicurezza fattibile rischi prudente senza",
    "where": "dove dov dovè ove",
    "defined": "definit{o,a,i,e} dichiarat{o,a,i,e} implementat{o,a,i,e} definizione dichiarazione implementazione situat{o,a,i,e} "
    "collocat{o,a,i,e} definisc{e,ono,iamo} dichiar{a,ano} "
    "introdott{o,a} defined definisce",
    "lies": "trova trovano sta stanno vive abita risiede scritt{o,a} localizzat{o,a} posizionat{o,a} codificat{o,a} nasconde",
    "define": "definisc{e,ono,iamo} dichiar{a,ano,iamo} implement{a,ano} implementiamo contiene definiamo definita",
    "defnoun": "definizione definizioni dichiarazione implementazione sorgente sorgenti firma definition declaration def",
    "goto": "vai andare portami apri salta naviga raggiungi passa spostati",
    "similar": "simil{e,i} analog{o,a,hi,he} somigliant{e,i} affin{e,i} equivalent{e,i} identic{o,a,i,he} ugual{e,i} paragonabil{e,i} comparabil{e,i} vicin{o,a,i,e} parent{e,i} similar "
    "parallel{o,a,i,e} omolog{o,a,hi,he}",
    "dupnoun": "duplicat{i,o,a,e} copi{a,e} clon{i,e} doppion{i,e} duplicazion{i,e} ripetizion{i,e} doppi quasi-duplicati varianti variante duplicates duplicate",
    "codeword": "codice funzione funzioni metodo metodi classe classi implementazione implementazioni blocco blocchi logica pattern modulo moduli componente componenti test "
    "pezzo pezzi pezzetto frammento frammenti snippet qualcosa altro altri altra altre cose cosa parti roba query esempi esempio routine handler algoritmo algoritmi "
    "struttura strutture file uno una hook utility struct tipi tipo helper parte ciclo",
    "look": "somigli assomigli assomigli{a,ano,no,are,i,ino} somigli{a,ano,no,are,i,ino} ricord{a,ano,i,ino} rassomigli{a,ano} comporta comportano",
    "textnoun": "string{a,he} testo testuale letterale frase messaggio parola parole dicitura scritta sottostringa espressione sequenza string caratteri "
    "log letterali testi token",
    "strong": "esatta esatto precisa preciso letterale letteralmente errore",
    "compound": "formattazione concatenazione manipolazione parsing interpolazione multilingua",
    "contain": "contengono contiene contenenti contenente con dice recita appare compare",
    "appear": "appar{e,ono} compar{e,ono} present{e,i} stampat{o,a} mostrat{o,a} scritt{o,a} usat{o,a} utilizzat{o,a} trova lanciat{o,a} generat{o,a} arriva "
    "esce loggat{o,a} viene definit{o,a} spunta emess{o,a} salta sta",
    "end": "di del dello della dell dei degli delle d a al allo alla all ai agli alle ad da dal dallo dalla dall dai dagli dalle in nel nello nella nell "
    "nei negli nelle su sul sulla sui con per tra fra senza dopo prima durante quando mentre se e ed o oppure ma che non è sono viene dentro fuori "
    "ovunque altrove come mi dove cosa quali attraverso perché",
    "how": "come com perché",
    "ask": "come com perché spieg{a,ami,are,azione,armi,i,ano} architettura panoramica descriv{i,ere,imi} descrizione scopo funzion{a,ano,amento} capire "
    "comprendere riassumi riassunto illustra illustrami significa significato differenza differenze responsabile responsabilità ruolo flusso serve "
    "progettazione motivo ragione struttura cosa quando chiarisci overview funzionano fa racconta parlami introduzione guidami cos quale quali",
}

MACROS: Final[dict[str, str]] = {
    "LEAD": "(request|quant|be|di|a|che|chi|cosa|cos|dove|dov|in|da|mi|me|ci|per|si|ne|qualcuno|codice|aux|sono|quelli|quanto|su|se|vedere|con|ho)",
    "GUARD": "how",
    "HOWTO": "how (aux|si|faccio|mai|posso|fare|a)* request",
    "TAIL": "(in|su|dentro|a|nel|ovunque|da|tra|di) (tutto|tutti|tutta|tutte|this|nostro|nostra|mio|intero|intera|ogni|in|di|qualsiasi)* "
    "(codice|codebase|repo|repository|progetto|workspace|sorgenti|sorgente|file|app|applicazione|cartella|test|commenti|base|log) .{0,3}$",
    "SUBJ": "(io|noi|tu|qualcuno|si|uno|ne)",
    "CHANGE": "((aggiungo|aggiungere|aggiungessi) (un|nuovo|altro|in)* (parametro|argomento|campo|parametri)|(cambio|cambiassi|cambiare) (firma|nome|tipo|"
    "comportamento|valore|tipo di ritorno)|(metto|mettere|mettessi|intervengo|intervenire) (mano|mani)?|change) (via|modifica|mano|mani|firma|nome|ritorno|tipo|comportamento|"
    "nome|fare|refactoring|refactor)* (di|a|su|in)?",
    "IF": "(se|quando|qualora|dopo|nel caso|nel caso in cui|in caso|per|da|con|in|a seguito|modificando)",
    "REF": "(refnoun|punti di chiamata|punto di chiamata|siti di chiamata|gerarchia di chiamate|call site|call hierarchy|chi usa)",
    "OF": "(di|a|da|per|su|verso|in)",
    "WHO": "(chi|cosa|che cosa|cos|che|quale|quali|quanti|quante)",
}

RULES: Final[dict[str, list[str]]] = {
    "2": [
        "(chi|cosa|che cosa|qualcuno|qualcosa|qualcun|nessuno) (altro|altri|tutti|mai|che|è|sono)* (si|be|aux|fanno)* (che)? call (uso|riferimento|ricorso|accesso)? OF? NP",
        "(chi|cosa) (altro|si|be)* call (uso|di)? END",
        "(chi|cosa|che cosa|qualcuno|codice|place) (fa|fanno|facciamo) (uso|riferimento|ricorso|chiamate|riferimenti) OF NP",
        "(chi|cosa|qualcuno|codice|place) si (serve|servono|avvale|riferisce|riferiscono) OF NP",
        "(quale|quali|quanti|quante|tutti|tutte|tutto|ogni|che|qualche) (altri|altre|altro|di|in|nostri|this)* place ((di|in) (nostro|this)* (codice|progetto|codebase|sistema|repo|applicazione))? (che|be|aux|si|ci)* call (uso|riferimento|accesso)? OF? NP",
        "(quale|quali|quanti|quante|tutti|tutte|tutto|ogni|che) (altri|altre|di|in)* place (che)? (fa|fanno) (uso|riferimento|ricorso) OF NP",
        "^place (di|in|codice)* (che|dove|cui|si|ci)+ (be|aux|viene|si)* hard (uso|riferimento)? OF? NP",
        "(dove|dov|posti|punti|place|ovunque|in (quali|quale|che) place|quante volte|posto|punto|righe|luoghi|ogni volta|istanze|casi) (altro|altri|in|codice|di|cui|tutti|dove|che|progetto|this|mai|si|codebase|c)* (be|aux|si|ci)* NOTEXT (NAMED|PHRASE) (be|mai)* called",
        "(dove|dov|da dove|posti|punti|place|ovunque|in (quali|quale|che) place|quante volte|posto|punto|righe|luoghi|ogni volta|istanze|casi) (altro|altri|in|codice|di|cui|tutti|dove|che|progetto|this|mai|si|codebase|c)* (be|aux|si|ci)+ called (ovunque|da qualche parte)? NOTEXT NP",
        "(dove|dov|posti|punti|ovunque|in (quali|quale|che) place) (altro|in|codice|di|cui|dove|che|this|si|ci|noi|aux|be|stiamo)* hard (uso|di|riferimento)* OF? NOTEXT NP",
        "^(be|aux|se)+ (be|ancora|mai)* called .{0,2}? (da qualche parte|altrove|ovunque|in)? NOTEXT NP",
        "=(request|me|se)* <(content|this){1,3}> (be) (ancora|mai)* called (da|ovunque|altrove|in|qualche|$)",
        "=(request|me|mi|be|se)* <(content|this){1,3}> (be)* called (da qualche|altrove|ovunque|in qualche|in giro|$)",
        "^(qualcuno|qualcosa|c|be|qualche|qualche place)+ (be|che|place)* hard (uso|riferimento)? OF? NP",
        "(quali|quale|che) content{1,2} (di|in)? content? hard (NAMED|THIS END|STRONG END)",
        "(da chi|da cosa|da quali place|da quale place|da che place) (be|aux|si)* called? (NAMED|PHRASE|this)? (be)? (called|$)",
        "(quali|quale|che) content{1,2} (di|in)? content? hard (NAMED|THIS END|STRONG END)",
        "(da chi|da cosa|da quali place|da quale place) (be|aux)+ called NP",
        "^REF (in codice)? OF NOTEXT (NAMED|STRONG END|THIS END|PHRASE CLOSE|<kind+ content> END|<kind+> di)",
        "^occ OF NOTEXT (?!.{0,3}quoted) NP",
        "request quant* mass OF NOTEXT NP",
        "^mass OF NOTEXT (NAMED|STRONG CLOSE|THIS END)",
        "(quanti|quante) (REF|mass) (ha|ci sono|sono|hanno|esistono|di|a)+ NP",
        "quanti place? call NP",
        "^(usi|utilizzi|riferimenti) (fatte|fatti|presenti|in codice|esistenti|che puntano)? OF NOTEXT (NAMED|STRONG END|PHRASE CLOSE)",
        "=<kind* ident> REF END",
        "=REF kind* (NAMED|STRONG|<this kind*> CLOSE)",
        "=(request|quant)+ (di|tutti|quant)* REF $",
        "request dove (be|si|aux)* (called|hard) (NAMED|PHRASE END)",
        "^(sottoclassi|chiamanti|utilizzatori|classi derivate|classi figlie|classi che ereditano) (da|OF) NP",
        "^(sono|fanno|facciamo|fatto|aux)* (riferimento|uso|ricorso) OF (NAMED|STRONG)",
    ],
    "3": [
        "(WHO|qualcosa|quanto|niente|tutto) .{0,5}? break .{0,4}? (IF .{0,3}? CHANGE|senza|a change) (NP|NAMED|END)",
        "(WHO|qualcosa|quanto|niente|tutto) .{0,4}? break .{0,4}? (CHANGE) (NAMED|THIS|PHRASE CLOSE)",
        "(rischio|rischi|rischia|posso|potrei|rischiamo) .{0,2}? break .{0,3}? (IF|CHANGE) .{0,2}? CHANGE? NP",
        "(bene|problema|problemi|male|ok) se .{0,1}? CHANGE NP",
        "(WHO|qualcosa|quanto|tutto) .{0,4}? (break) .{0,3}? (se|quando|qualora|senza|nel caso) (NAMED|PHRASE) (be|si|viene|aux|venisse|fosse)* (CHANGE|.{0,1}$)",
        "(WHO) .{0,3}? happens .{0,7}? (se|quando|qualora|con|dopo) SUBJ? (aux|be|si|decido di)* CHANGE (NAMED|THIS|STRONG|kind|PHRASE CLOSE)",
        "(WHO) .{0,3}? happens .{0,3}? (se|quando|qualora) (NAMED|THIS|kind (ident|cap|quoted)|STRONG) (be|aux|si|venisse|fosse)* CHANGE",
        "^(se|quando|qualora|dopo|supponiamo|nel caso|mettiamo|poniamo|metti|facendo|con)* (SUBJ)? .{0,3}? CHANGE (NAMED|PHRASE) .{0,4}? (break|WHO .{0,3}? (happens|change|break|succede|aggiornare|sistemare))",
        "^(se|quando|qualora) (NAMED|PHRASE) (be|aux|venisse|fosse)* CHANGE .{0,4}? (break|WHO .{0,3}? (happens|change|break))",
        "(WHO|quanto|quanta|quanti) (altro|altri|codice)? (aux|be|bisogna|tocca|dovrei|dobbiamo|mi|va|serve)* .{0,2}? (change|aggiornare|sistemare|adattare|ritestare|testare|correggere|adeguare|modificare) .{0,2}? (se|quando|dopo) .{0,2}? CHANGE (NP|NAMED)",
        "^(SUBJ|request)* CHANGE (NAMED|PHRASE) .{0,3}? (break|rompe|impatta|influisce|provoca|causa|comporta|ha conseguenze|ha effetti|crea|causerebbe|creerebbe|creare)",
        "WHO .{0,2}? (comporta|comporterebbe|implica|implicherebbe|provoca|causa|provocherebbe|causerebbe|impatta|rompe|romperebbe|influenza) .{0,1}? CHANGE (NP|NAMED)",
        "(WHO|qualcosa) .{0,3}? (smette|smetterebbe|smettono|smetterà) (di)? (funzionare|andare|compilare) .{0,3}? (senza|CHANGE) (NP|NAMED)",
        # Is it safe?
        "(be|è|se|quanto|aux|non|how|posso|si) .{0,3}? safe .{0,3}? (CHANGE) (NP|NAMED)",
        "(posso|possiamo|potrei|si può|può|potremmo|aux) (si|safe)* CHANGE (NAMED|PHRASE) (senza|safe|in sicurezza|in modo sicuro|in tranquillità|con|o)",
        "(posso|possiamo|potrei) (safe)* CHANGE (NAMED|<this kind*>) $",
        "(NAMED|<this kind*>) (si|può|possono|aux)+ (essere)? CHANGE .{0,1}? (senza|safe|$)",
        # The nouns.
        "^.{0,3}? effect .{0,2}? (se|quando|qualora|nel caso) SUBJ? (CHANGE NP|(NAMED|PHRASE) (be|aux|venisse|fosse)* CHANGE)",
        "^.{0,3}? effect (collaterali|collaterale|avrebbe|ha|avrà|di|a|per|su|in|se|potenziale|cascata|catena|a catena|sul codice|negativi|totale|avrebbero|d)* (SUBJ)? CHANGE (NP|NAMED)",
        "^.{0,2}? effect (collaterali|ha|avrebbe|totale|complessivo|hanno)* (di|d|su) (NAMED|THIS END|kind content END|this kind*|change)",
        "(che|quale|quali|qual) effect (ha|avrebbe|avrà|hanno|avrebbero|comporta|può avere|potrebbe avere|sul codice|su resto)* (SUBJ)? (di)? (CHANGE)? (NP|NAMED)",
        "raggio (di|d) (azione|impatto|esplosione|influenza|danno|effetto|propagazione|ricaduta) .{0,2}? (di|se|per) (SUBJ)? CHANGE? (NP|NAMED)",
        "(raggio (di|d) (impatto|esplosione|danno)|blast radius|analisi (di|d|dell) impatto|effetto domino|effetto a catena) .{0,2}? (di|per|su|se)? (SUBJ)? CHANGE? (NAMED|THIS|PHRASE END)",
        "=(.{0,3}?) (raggio (di|d) (impatto|azione|esplosione)|blast radius|analisi (di|d) impatto|effetto domino) <this*> $",
        "(portata|ampiezza|estensione|entità) (di|d) .{0,1}? CHANGE (NP|NAMED)",
        # Who depends on it.
        "(WHO|tutto|codice|qualcosa|qualcuno|ciò|quello|place|niente) .{0,4}? dep (pesantemente|direttamente)? (da|su|a|di|in) NP",
        "^(place|qualcosa|qualcuno|be|c)+ (che)? .{0,1}? dep (da|su|a) NP",
        "^(depnoun|dipendenti|moduli dipendenti|codice dipendente|elementi dipendenti) (diretti|inverse|inversa|transitive|a valle|in ingresso|entranti|transitivi|a monte)* (di|da|per|su) NP",
        "^(dipendenze|dipendenza) (inverse|inversa|entranti|in entrata|a ritroso|al contrario) (di|da|per) NP",
        "(WHO|tutto|codice|place|quanto codice) .{0,4}? (impattato|impattata|impattati|impattate|influenzato|influenzati|influenzate|coinvolto|coinvolti|coinvolte|interessato|interessati|interessate|colpito|colpiti|toccato|toccati|toccate) .{0,3}? (da|se|di|in) .{0,2}? (NP|NAMED)",
        "(WHO) (be|verrebbe|sarebbe|aux)* (impattato|influenzato|coinvolto) da NP",
        "(WHO|quali|che) (test) .{0,4}? (break|coprono|copre|coinvolgono|eseguire|esercitano|lanciare|rieseguire|testano|rilanciare|girare|toccano) .{0,4}? (NAMED|THIS|CHANGE NP|STRONG END|ONE CLOSE)",
        "^test (da|che) (rieseguire|eseguire|lanciare|coprono|falliscono|rilanciare|break|toccano) .{0,4}? (NAMED|THIS|CHANGE NP)",
        "(dove|fin dove|fino a dove|quanto) .{0,3}? (propaga|propagherebbe|ripercuote|arriva|estende) .{0,3}? CHANGE (NP|NAMED)",
        "su (cosa|chi|che cosa|quali place) .{0,3}? (impatta|incide|influisce|ripercuote|ricade|ripercuoterebbe|inciderebbe|influirebbe) .{0,2}? (CHANGE)? (NP|NAMED)",
        "(cosa|chi|place) (be|aux)* a valle di NP",
        "=(NAMED|STRONG) (impatto|blast radius|dipendenti|raggio d impatto)",
    ],
    "4": [
        "(request|mi|me)+ ((in|tra) (codice|codebase|repo|progetto|file))? (per|dove|tutte|occorrenze|occorrenza|istanze|righe|file|riga|punti|posti|di|con|che|be|a|in|cui)* (contain)? strong? textnoun (che|strong|textnoun|contain|chiamata|tipo|esatta|di|d)* (?!compound) "
        "<(ident|cap|quoted|content|this|fn){1,12}?> (TAIL|$)",
        "(dove|dov|in quale place|quale place|in che place|da dove|chi) (be|si|aux)* (appear)? (strong|di|d)* textnoun (strong|textnoun|di|d)* <.{1,8}?> (be|aux|si)* (appear|$)",
        "(dove|chi|in quale place) .{0,3}? (appear|stampa|stampiamo|logga|lancia|scrive|scriviamo|mostra|mostriamo|loggiamo|lanciamo|stampano) (strong|textnoun|di)* textnoun (strong|textnoun|di)* <.{1,8}?> (TAIL|$)",
        "(dove|chi|in quale place) .{0,2}? (strong|di)* textnoun (strong|textnoun|di)* <.{1,8}> (be|si)* appear",
        "^(grep|greppa|greppare|rg|grepa) (di|per|tutti|tutte|occorrenze|su|textnoun|strong|rn|r|i)* <.{1,8}?> (TAIL|$)",
        "^(corrispondenza|corrispondenze|match|ricerca di|occorrenza|occorrenze) (strong|textnoun|testuale|letterale|esatte|di|per)* (strong|testuale|textnoun|esatta|esatte) (di|per)? textnoun? <.{1,8}?> (TAIL|$)",
        "^(letteralmente|testualmente|alla lettera) <.{1,8}?> (TAIL|$)",
        "^(file|righe|punti|commenti|riga|quali file|linee|place) (che)? contain (strong|textnoun)* (NAMED|STRONG (TAIL|$))",
    ],
    "4b": [
        "(dove|dov|dovè) (in codice|in progetto|in codebase|diavolo|cavolo|esattamente|in|this|repo|di preciso|è|che)* (be|aux|si|ci)* (X|NAMED|ONE|<kind* (content|this)>) (be|si|viene|che)* defined",
        "(dove|dov|dovè) (in|codice|progetto|this|repo|è|che)* (be|aux|si|ci)* (lies (STRONG END|<kind+ content> CLOSE)|(STRONG) (si|be)* lies)",
        "in (quale|che) (file|modulo|package|pacchetto|classe|cartella) (si|be)* lies (defnoun di)? X",
        "(dove|dov|dovè) (in codice|in progetto|diavolo|cavolo|in|this|repo|è|che|di preciso)* (be|aux|si|abbiamo|hanno|avete|ho)+ defined (defnoun di|in codice)? (X|ONE (END|in))",
        "(dove|dov) (defined|define|trovo|trovare|trovi|aux)+ (defnoun (di|per) X|STRONG|NAMED)",
        "(dove|dov) (be|si|aux|trova|trovo|trovare|sta)* (defnoun|codice|sorgente) (di|per) X",
        "^(dove|dov|dovè) (be|si trova|sta|si|trovo|aux)* (NAME|STRONG) (be|si trova)? (CLOSE|END)",
        "da dove (viene|arriva|proviene|salta fuori|vengono|importo) (NAME|STRONG CLOSE)",
        "^(a|in|di)* (defnoun|codice sorgente|codice) (di|per) (X)",
        "^(punto|posto|riga|file|luogo) (di|in cui|dove|che) (be|si|viene)* (defnoun|defined|define|definizione) (di)? X",
        "^(a|di)* (kind)? (defnoun) (NAME|STRONG)",
        "=(NAME|STRONG) (defnoun) CLOSE",
        "=(.{0,4}?) (vai|andare|vado|portami|salta|saltare|naviga|navigare|passa|spostati|andiamo|va|goto|spostami|portarmi|rimandami|conducimi) (su|a|in|da|fino a|verso)* (dove)? (defnoun $|X|defnoun (di|per) X|<this*> (defnoun|kind|this kind*) $)",
        "=(.{0,4}?) (apri|aprimi|localizza|localizzami|individua|rintraccia|aprire|individuami|raggiungi) (file|codice|punto|posto)? (in cui|dove|che|con)? (be|si|viene|defined|define)* (defnoun di)? X",
        "=(.{0,4}?) (mostra|mostrami|trova|trovami|fammi vedere|cerca|cercami|vedi|visualizza|vedere|apri|dammi|mostrarmi|trovarmi|trovare|cerco|dimmi|voglio|guarda) (kind|defnoun)+ (di|kind|chiamata|chiamato|nome|denominata)* (NAMED|STRONG CLOSE|<cap>)",
        "=(.{0,4}?) (mostra|mostrami|trova|trovami|fammi vedere|cerca|cercami|visualizza|vedere|apri|dammi|trovare|voglio) (dove|punto in cui|posto in cui|file in cui|file dove) (be|si|viene)* (X (be|viene)* defined|defined X)",
        "(trova|trovami|mostra|mostrami|cerca|apri|dov|dove|localizza) (be)? kind (chiamata|chiamato|denominata|denominato|di nome) ONE CLOSE",
        "(in|su|a)? (quale|che|quali|qual) (kind|file|modulo|riga|classe|pacchetto|cartella|header|crate|sorgente|linea|punto|parte|posto) (di codice|di progetto)? (be|si|aux|che)* (X (be|viene|si)* defined|(be|si)* (defined|define) (defnoun di)? X|(be|si)+ X END)",
        "^(quale|che|quali|qual|be)* (kind|file|modulo|cosa|place) (be|che)? (contiene|definisce|dichiara|implementa) (defnoun di|kind)? X",
        "^(chi|cosa) (definisce|dichiara) X",
        "=(def|definizione|dichiarazione|implementazione|sorgente|firma|definition) X",
    ],
    "4c": [
        "similar (a|di|per|tra|in .{1,2}|con|se) .",
        "(codeword) (che|be|molto|quasi|di|praticamente|abbastanza|piuttosto|troppo|altro)* (similar|dupnoun|duplicato|ripetuto|copiato|copiata|ripetuta|ripetuti|duplicata|duplicate|copiati|incollato)",
        "(codeword|altro|qualcosa|altri) .{0,1}? (come|tipo|stile) (THIS|NAMED|STRONG|kind|ONE $)",
        "(c|ci|be|qualcosa|altro|altri|codeword|abbiamo|esiste|esistono|request) .{0,4}? (similar|dupnoun) (altrove|di|a|in|da|ovunque|this|per|codeword|$)",
        "(che|cosa|chi|codeword|place) .{0,3}? look (a|di)? .{0,2}? (THIS|NAMED|STRONG|PHRASE END|quello)",
        "look (a|molto a|tanto a) (THIS|NAMED|STRONG|PHRASE END)",
        "^.{0,4}? (dupnoun|codice duplicato|codice ripetuto|copia-incolla|copia incolla) (di|d|in|per|da|simili|$)",
        "^(trova|cerca|trovami|c|be|altro)* (codice|logica|blocchi|funzioni) (dupnoun|copiato|ripetuto|copiati|ripetuti)",
        "(stessa|stesso|stesse|stessi|medesima|medesimo|identica) (cosa|cose|logica|lavoro|codice|implementazione|struttura|pattern|firma|operazione|schema|compito|modo|algoritmo|approccio|forma|idea|funzione|comportamento) (di|che|a|in|come|altrove|due|fatta|implementata|più|$)",
        "similar (tra|in|dove|se)? (codebase|codice|progetto|loro)? $",
        "(dove|dov|c|abbiamo|ci|esiste|qualcuno|chi) .{0,4}? (cose|qualcosa|roba|codice|fatto|facciamo|codeword) .{0,2}? (similar|del genere|di genere|così|come this|di this tipo|di simile|uguale)",
        "(fa|fanno|facciano|faccia) .{0,2}? (stessa|stesso|stesse|quello che fa|ciò che fa|lo stesso) .{0,3}",
        "(altra|altre|altro|altri|seconda|seconde|alternative|alternativa|ulteriori) (versione|versioni|implementazione|implementazioni|copia|copie|variante|varianti|funzione|funzioni|classi|classe|metodo|metodi) (di|a|per|come|stile|tipo|simili|che) .{0,2}? (THIS|NAMED|STRONG|stesso|stessa|PHRASE END|kind)",
        "(alternative|alternativa|equivalente|equivalenti|corrispettivo|gemello|gemella|varianti|variante|sosia|imitazioni|repliche|replica) (a|di|per|in) (THIS|NAMED|STRONG|PHRASE END)",
        "=(altro|altri|altre|altra|codice|roba|cose|esempi|qualcosa|funzioni|funzione|metodi|classi) (codice|funzioni|esempi|scritto|fatto|fatta)? (come|tipo|uguale a|stile) (THIS|NAMED|STRONG|kind)",
        "(replicato|replicata|duplicato|duplicata|ripetuto|ripetuta|copiato|copiata|copia-incollato|clonato|clonata|copiaincollato|reimplementato|reimplementata) .{0,2}? (altrove|ovunque|in altri|in altre|in giro|da qualche parte|qualche|in più|in codice|$)",
        "=(trova|cerca|trovami|mostrami|mostra|request)* (codeword)? similar $",
        "(ricorda|ricordano|richiama|imita|imitano|replica|replicano|ricalca|ricalcano|copia|copiano) (molto|da vicino)? (THIS|NAMED|STRONG|this kind*)",
    ],
    "6": [".*ask"],
}

EXAMPLES: Final[list[tuple[str, str, str, str | None]]] = [
    ("dove è definito parseConfig", "find_definition", "4b", "parseConfig"),
    ("dove e definito parseConfig", "find_definition", "4b", "parseConfig"),
    ("definizione di parseConfig", "find_definition", "4b", "parseConfig"),
    ("vai a parseConfig", "find_definition", "4b", "parseConfig"),
    ("come funziona l'autenticazione", "understand_code", "6", None),
    ("come funziona l’auth", "understand_code", "6", None),
    ("cosa si rompe se cambio questa funzione", "impact_analysis", "3", "this"),
    ("cosa dipende da questo", "impact_analysis", "3", "this"),
    ("raggio d’impatto di parseConfig", "impact_analysis", "3", "parseConfig"),
    ("trova la stringa ECONNREFUSED", "exact_match", "4", "ECONNREFUSED"),
    ("trova ECONNREFUSED", "exact_match", "4", "ECONNREFUSED"),
    ("chi chiama parseConfig", "find_references", "2", "parseConfig"),
    ("usi di parseConfig", "find_references", "2", "parseConfig"),
    ("riferimenti a parseConfig", "find_references", "2", "parseConfig"),
    ("codice come questo", "find_similar", "4c", "this"),
    ("funzioni simili a parseConfig", "find_similar", "4c", "parseConfig"),
]
