"""Tagalog and Taglish. English roots take Tagalog affixes (`na-define`, `ire-rename`), with and without the hyphen.

The markers "ang", "yung", "mga", "si" and the enclitics ("po", "ba", "nga") are dropped; "ng", "sa" and "na" carry the structure.
"""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "drop": "natitira natitirang ang yung yong iyong yun yon mga si sina po ho ba nga naman kaya lang lamang pa pala din rin muna please paki talaga mismo eksakto eksaktong the bang pang "
    "nang-eksakto sana yata raw daw kasi kahit medyo ngayon pls salamat hi hello hoy uy ulit na-lang kasalukuyang lahat-lahat 'yung a an eh ha direkta direktang mabilis",
    "fn": "sino-sino ano-ano sinu-sino pagitan gitna ng nang sa kay kina ni nina na at o pero kung kapag pag kapagka nung noong kundi dahil para upang mula galing hanggang habang bago matapos pagkatapos "
    "sino sinu-sino sinong ano anong anu-ano anu-anong alin aling saan saang nasaan asan nasan bakit paano papaano pano kailan gaano gaanong ilan ilang magkano ko kong mo mong niya "
    "niyang nila nilang natin nating namin naming ako akong ikaw ka kang siya siyang kami kaming tayo tayong sila silang kayo akin iyo kanila atin amin "
    "may mayroon mayroong meron merong wala walang hindi di huwag wag oo pwede pwedeng puwede puwedeng maaari maaaring dapat kailangan kailangang gusto gustong "
    "lahat bawat iba ibang ilang marami maraming kaunti mas pinaka nasa ay y tungkol ayon bilang tapos is are of to for on in this or and when if where what who how why do does "
    "it's kahit-sino anuman saanman sinuman may-roon gawin gawa galing ayaw alam",
    "this": "ito itong nito nitong dito ditong rito ganito ganitong iyon iyan niyan niyon diyan doon noon 'to to nasabing kasalukuyan 'tong tong ire this it that na-ito nakapili napili "
    "nakapiling napiling current",
    "kind": "function functions func funcs method methods class classes klase klaseng type types uri struct interface enum trait variable constant const field property attribute "
    "module modules modyul package file files macro symbol hook component decorator constructor fn endpoint variable function's named nagngangalang pangalan pangalang "
    "object helper punsyon punksyon metodo baryabol",
    "who": "sino-sino ano-ano anu-ano sino sinu-sino sinong ano anong anu-ano anu-anong alin aling who what which",
    "modal": "pwede pwedeng puwede puwedeng maaari maaaring dapat kailangan kailangang kaya kayang safe ligtas ok okay",
    "place": "path paths ruta function functions func funcs method methods class classes klase module modules file files test tests code parte bahagi component components service services lugar linya "
    "line lines package packages script scripts endpoint endpoints controller controllers library libraries bagay lahat iba ibang tao caller callers helper helpers view views "
    "handler handlers page pages spot spots crate crates client clients route routes hook hooks api apis modyul part parts app apps program",
    "call": "{tumatawag,tumawag,tatawag,nagtatawag,natawag,makakatawag} {gumagamit,gumamit,gagamit,nagamit,makakagamit} tumutukoy tumukoy {nag,mag,nagka,nagpa}{,-}{call,invoke,import,use,reference,refer,extend,implement,inherit,instantiate,access,override} "
    "nag{ca,-ca,ko,-ko,ka,-ka}{call,-call,ll} nagcacall nagkakol nagko-call nag{u,-u,yu,-yu}{use,-use} nag{i,-i}{import,-import,nvoke,invoke,-invoke,mport,-mport,instantiate,-instantiate,implement,-implement,inherit,-inherit} "
    "nag{re,-re,ri,-ri}{reference,-reference,refer,-refer} nag{e,-e}{extend,-extend,execute,-execute} nag{a,-a}{access,-access} nagha-handle umaangkat kumukuha kumuha nagmamana nagpapatakbo "
    "nagpapatawag bumabanggit sumasangguni sumangguni umaaccess uma-access tinatawagan humihingi tumatakbo calls uses imports references invokes call use",
    "hard": "{tumatawag,tumawag,tatawag,nagtatawag} {gumagamit,gumamit,gagamit} tumutukoy {nag,mag}{,-}{call,invoke,import,use,reference,refer,extend,implement,inherit,instantiate,access} "
    "nag{ca,-ca,ko,-ko,ka,-ka}{call,-call} nagcacall nag{u,-u,yu,-yu}{use,-use} nag{i,-i}{import,-import,invoke,-invoke,instantiate,-instantiate,implement,-implement} "
    "nag{re,-re}{reference,-reference,refer,-refer} nag{e,-e}{extend,-extend} nagmamana sumasangguni nag{a,-a}{access,-access} kumukuha umaangkat calls uses imports references invokes",
    "called": "{ginagamit,ginamit,gagamitin,nagagamit,nagamit,gamit} {tinatawag,tinawag,tatawagin,natatawag,natawag} {na,ni,ki,i,ini,na}{,-}{call,invoke,import,use,reference,trigger,access,instantiate,execute,mention} "
    "{kina,-kina}{call,-call} kinakall kinakol {ca,-ca}{call} cina-call cinacall kino-call tina-call ini-import iniimport inimport in-import ini-invoke iniinvoke in-invoke "
    "nire-reference nirereference nire-refer nirerefer ni-reference ginagamitan inaangkat pinapatakbo pinatatakbo binabanggit sinasangguni "
    "ina-access inaaccess ginagamitin i-{ni,}call inu-use inuuse yinu-use used called imported referenced invoked",
    "mass": "paggamit tawag pagtawag pag-import pag-call usage import",
    "refnoun": "gamit pinaggagamitan pinaggamitan caller callers usages reference references refs reperensiya reperensya sanggunian invocation invocations call-site "
    "call-sites callsites occurrence occurrences pag-invoke pagbanggit pagtukoy tumatawag gumagamit importer importers subclass subclasses pinagtatawagan "
    "tumatawag nag-iimport calls uses user users consumers consumer",
    "request": "{hanapin,hanap,hanapan,maghanap,humanap,naghahanap,paghahanap} {ipakita,pakita,pakitang,ipakitang,magpakita,ipapakita} {ilista,lista,listahan,ilistang,maglista} {ibigay,bigyan,pabigay,pakibigay} "
    "{tingnan,tignan,patingin,makita,titingnan} paki{hanap,pakita,lista,tingnan,bigay,tukoy,sabi,search,find,show,turo} {sabihin,sabihan,ituro,turo,tukuyin,alamin,malaman,suriin,bilangin,kunin} show find list search "
    "{i,pa,mag,paki}{,-}{search,find,show,list,grep,check,locate,lookup,look-up,trace,display} isearch gusto gustong kailangan kailangang pwede pwedeng puwede puwedeng maaari maaaring matulungan tulungan "
    "tulong buksan i-print give get lahat ng-lahat ipaliwanag ilarawan makakita mahanap mahahanap makikita hanapin-mo tantiyahin suri i-analyze analisahin",
    "quant": "lahat lahat-ng bawat kumpletong kumpleto buong buo listahan lista iba ibang direktang ilan ilang bilang number all every any complete full list may meron mayroon mayroong merong posibleng existing "
    "lugar linya parte bahagi listahang tree graph",
    "change": "{babaguhin,binago,binabago,mabago,mababago,nabago,nagbago,magbago,magbabago,pagbabago,pagbago,baguhin,pagbabagong,baguhing} {burahin,buburahin,binura,binubura,mabura,mabubura,nabura,pagbura,pagbubura} "
    "{tanggalin,tatanggalin,tinanggal,tinatanggal,matanggal,matatanggal,natanggal,pagtanggal,pagtatanggal,tanggal} {alisin,aalisin,inalis,inaalis,maalis,maaalis,naalis,pag-alis,pag-aalis,pagalis,pagaalis} "
    "{palitan,papalitan,pinalitan,pinapalitan,mapalitan,mapapalitan,napalitan,pagpalit,pagpapalit} {galawin,gagalawin,ginalaw,ginagalaw,magalaw,pakialaman,pakikialaman,pinakialaman,paggalaw,galaw} {ilipat,ililipat,inilipat,nilipat,nililipat,inililipat,malipat,paglipat,paglilipat,lilipat} "
    "{idagdag,dagdagan,dadagdagan,magdagdag,nagdagdag,magdadagdag,dinagdagan} {mawala,mawawala,nawala,pagkawala} {i-edit,iedit,ie-edit,ineedit,in-edit,inedit,i-e-edit,i-update,iupdate,ia-update,iuupdate,in-update,i-uupdate} "
    "{i,ire,i-re,ni,ni-re,nire,mag,magre,na,pag,pagre,pagri,nag,ma,mare,i-ri,iri,pag-re,mag-re,nag-re}{,-}{rename,refactor,remove,rewrite,replace} {i,ide,idi,i-de,ni,dini,di,mag,na,pag,pagde,pagdi,nag,ma,pag-de,mag-de}{,-}{delete,deprecate} dinelete dinedelete "
    "{i,iche,i-che,ice,ichi,i-chi,china,ni,mag,na,pag,nag,pagche,pag-che,chine,cha}{,-}{change} chinange binabago {i,imo,i-mo,mi,mino,mag,na,pag,nag,pagmo,pag-mo}{,-}{modify,move} minodify {i,idro,ni,pag,na}{,-}drop "
    "{pag,mag,nag}{,-}{edit,update,tweak,touch} refactor refactoring rename change changes delete remove removal modify baguhin-ko",
    "break": "nanganganib manganganib {masisira,masira,nasira,sira,nasisira,makakasira,makasira,masisirang,makakasirang,nakakasira,sisira,sisirain,masiraan} {mawawasak,wasak,mawasak} {mag,nag,ma,mabe,magbi,mag-bi,magbe,mag-be,magbre,magbri,magbi-,magbe-,mag-,na,nabe,mabi,nagbi,nag-bi,nagbe}{,-}{break,fail,crash,error} {magfe,magfa,magpe,magfi,magka,mag-fa,mag-fe,magcra,magcr,magka-,magca,mag-ca,mag-c}{,-}{fail,crash,error} "
    "{maaapektuhan,maapektuhan,apektado,naaapektuhan,aapektuhan,maaapektuhang,apektadong,naapektuhan,makakaapekto,makaapekto,nakakaapekto,naapektuhang,aapekto,umaapekto,matatamaan,tatamaan,tamaan,tinatamaan} "
    "{papalya,pumalya,pumapalya,mabibigo,mabigo,babagsak,bumagsak,bumabagsak,babagsakan} {titigil,tumigil,hihinto,huminto,tigil} magko-compile magkocompile magcompile {gagana,gumana} {sasabog,sumabog,puputok} {maaapektohan,maapektohan} {magkakaproblema,magkaproblema,magkakaaberya,mag-iiba,magkakamali,mali,problema,magkakabug,magka-bug,magloloko,magkakagulo,masasabit,madadamay,damay,nadadamay,madamay} "
    "{ma,maa,maaa,na}{,-}{affect,impact,affected,impacted} maa-affect maaaffect maaffect affected impacted break breaks",
    "happens": "mangyayari mangyari nangyayari magbabago mag-iiba kahihinatnan",
    "dep": "{umaasa,nakaasa,umasa,aasa,umaasang,nakaasang} {nakadepende,dumedepende,nakadependeng,dumidepende,depende} {nakasalalay,nakasandal,nakasalig,nakabatay,nakabase,nakasalalaying} {nag,naka,nagde,nagdi,nag-de,nag-di,nagre,nag-re,nagri,nagrere}{,-}{depend,rely,depends} dependent umaasa",
    "depnoun": "dependent dependents dependents-ng",
    "effect": "pinsala epekto impact impak epektong konsekwensiya konsekwensya kahihinatnan bunga implikasyon panganib risk effect effects side-effect side-effects consequences resulta",
    "safe": "ligtas safe ok okay delikado mapanganib risky ayos pwede pwedeng puwede puwedeng maaari maaaring mapanganib kaligtas ligtas-ba makakaya",
    "where": "saan saang nasaan asan nasan san saan-saan nasaang where",
    "defined": "{na,naka,ni,dine,dini,di,dine-,dini-,nade,naka-de,nakade,i,na-,in,}{,-}{define,defined,declare,declared,implement,implemented} dinefine dineklara idineklara naideklara nakadeklara dineclare dinedefine dinideclare idinedeklara "
    "{tinukoy,nakatukoy,natukoy,tinutukoy} "
    "ini-define inide-define idine-define idinedefine inimplement in-implement ini-implement defined declared implemented located ",
    "lies": "nakalagay inilagay nilagay makikita matatagpuan nakasulat sinulat isinulat nakatira naka-locate nakalocate nakatago ginawa nilikha nakaimbak naroon mahahanap makita mahanap nakapaloob nanggaling nagmula galing nanggagaling",
    "define": "{nag,nagde,nag-de,mag,nagdi,nagdede,nag-i,nagi,nag-,nagdi-}{,-}{define,declare,implement} naglalaman nagdedeklara nagtutukoy naglalaman-ng may nagdideklara defines declares nagtataglay",
    "defnoun": "definition depinisyon definisyon deklarasyon declaration implementation implementasyon source source-code pagde-define pagkaka-define pagkakadefine pagkaka-declare "
    "pinagde-definean katuturan signature pinagmulan",
    "goto": "pumunta punta puntahan pumunta-sa dalhin ihatid tumalon i-jump mag-jump jump mag-navigate i-navigate go goto buksan i-open iopen open lumipat magpunta mapunta",
    "similar": "katulad kapareho kaparehong kahawig kahawigan kamukha kamukhang kasingtulad magkatulad magkapareho magkaparehong magkahawig magkamukha katulad-ng similar tulad katumbas kaparis kahalintulad "
    "kahalintulad-ng katulad na-katulad kahambing katularin identical kaparehas parehas pareho parehong magkaparehas kaugnay hawig katulad katuladng katulad-nito singtulad kawangis kawangki equivalent",
    "dupnoun": "duplicate duplicates duplikado duplikadong kopya kopyang clone clones nadoble na-duplicate naduplicate kinopya nakopya copy copies inulit paulit-ulit nauulit umuulit "
    "na-copy-paste kinopya-paste copy-paste copy-pasted naka-duplicate nakaduplicate pagkakadoble nadodoble inuulit naulit nadobleng duplikasyon variant variants bersyon bersiyon",
    "codeword": "code function functions method methods class classes implementation implementations block blocks logic pattern module modules component components test tests bahagi parte piraso "
    "snippet snippets iba ibang bagay query queries halimbawa example examples algorithm struct file files helper helpers handler meron mayroon mayroong merong may something klase loop",
    "textnoun": "string strings {salita,salitang,text,textong,teksto,tekstong,mensahe,mensaheng,parirala,pariralang,phrase,phraseng,literal,literal-na,message,pangungusap,katagang,kataga,linya,error,stringna,titik}",
    "strong": "eksaktong eksakto mismong literal exact tumpak error mismo",
    "contain": "naglalaman may mayroong merong nagsasabing nagsasabi nakalagay mayroon meron",
    "appear": "lumalabas lumabas lumilitaw lumitaw makikita nakikita nakasulat nakalagay pini-print pinprint pinapakita ipinapakita nanggagaling galing nag-a-appear nagaappear ni-lolog "
    "nilolog nila-log nilalog itinatapon tinatapon tinapon thrown nire-raise nireraise ipini-print ipiniprint nagpi-print nagpiprint naglalabas nagpapakita nag-log naglo-log matatagpuan nangyayari na-log naka-log",
    "end": "ng nang sa kay ni na at o pero kung kapag pag dahil para upang mula hanggang habang bago matapos pagkatapos ko mo natin namin nila ay in of for to when if or and hindi wala walang "
    "kahit dito doon ito sino ano saan bakit paano tapos may meron is are on ngayon tayo kami",
    "how": "paano papaano pano bakit how why",
    "ask": "paano papaano pano bakit ipaliwanag paliwanag ipaliwanag-mo pakipaliwanag i-explain explain iexplain paki-explain arkitektura architecture buod overview ilarawan layunin gumagana gumana maintindihan "
    "intindihin unawain maunawaan pagkakaiba pinagkaiba responsable para ginagawa ibig sabihin kahulugan dahilan how why what ano kailan daloy flow istruktura estruktura disenyo i-summarize ibuod buodin anong "
    "describe purpose silbi trabaho role ikuwento ituro paraan proseso gaano alin aling difference",
}

MACROS: Final[dict[str, str]] = {
    "LEAD": "(who|request|quant|ng|sa|ko|mo|natin|namin|akin|sa akin|na|ano|kung|sino|may|meron|mayroon|me|for|anu-ano|alin|where|saan|nasaan|ako|akong|mong|code|nila|are|is|to|of|naman|bawat|niyo|nyo|amin|tayo)",
    "GUARD": "how",
    "HOWTO": "how (ko|mo|natin|namin|modal|to)* request",
    "TAIL": "(sa|ng|in|na|dito) (buong|buo|lahat|lahat ng|ating|aming|this|whole|ng|loob ng)* (code|codebase|repo|repository|project|proyekto|workspace|source|files|file|app|system|tests|dito|this|kodigo|$) .{0,3}$",
    "MK": "(ng|nang|sa|kay|ni|na|of|to|for|on|the|kina)",
    "NP": "(NAMED|PHRASE (na? this kind*)? END|<kind? na this>|<this>)",
    "X": "((kind na)? (NAME|ONE CLOSE))",
    "T": "(MK|ko|mo|natin|namin|na|nila|kong|mong)*",
    "WHO": "(sino|sinong|ano|anong|alin|aling|anu-ano|anu-anong|sinu-sino|who|what|which|ilan|ilang|gaano)",
    "IF": "(kung|kapag|pag|kapagka|oras na|sakaling|sakali|if|when|sa|dahil|kapag|nang|bunga|matapos|pagkatapos|pagka|kundi|gawa)",
    "CHANGE": "(may)? change (pangalan|signature|type|sa|ng|na|return type|parameter|argument)*",
    "REF": "(refnoun|call site|call sites|call hierarchy|lugar na called|lugar kung saan called|lugar na pinaggagamitan)",
    "WHERE": "(saan|saang|nasaan|asan|nasan|san|saan-saan|where|nasaang)",
}

RULES: Final[dict[str, list[str]]] = {
    "2": [
        "(who) T (iba|ibang|lahat)? (na|ng|pa)? (place|kind)* (na|ng|sa code|sa codebase|sa project)? T call T NP",
        "(who|lahat|may|meron|mayroon|mayroong|merong|bawat|ibang|ilan|ilang|wala|walang) T (iba|ibang|lahat|na)? (place)? (na|ng)? (sa code)? T hard T NP",
        "(aling|anong|alin|ano) content{1,2} (na|ng)? hard T (NAMED|THIS END|STRONG END)",
        "(who) call (END|T this)",
        "^(place) (na|ng)? (hard) T NP",
        "(WHERE|lugar|lugar kung saan|ilang beses|gaano kadalas|file|files|saan na file|saang place|linya|kung saan|beses) (na|ng|pa|place|saan|kung|sa place|sa code|sa codebase|sa project|iba|ibang|parte|bahagi|lahat|dito|saang|beses)* T NOTEXT called T NOTEXT NP",
        "(WHERE|lugar|lugar kung saan|kung saan|ilang beses|gaano kadalas) (na|ng|pa|place|sa code|iba|ibang)* NOTEXT (NAMED|PHRASE) (ay|na|is|are)? called",
        "=(request|mo|kung|natin|na|pa)* (called) T NOTEXT (NAMED|PHRASE) (ay|sa|kung saan|dito|saan|$)",
        "=called (sa|saan|saanman|dito)* NP",
        "=(request|mo|kung|natin|na)* (NAMED|PHRASE) (ay|is)? called (sa|kahit saan|$)",
        "(who|saan) place? (na|ng)? (MK)* (called|hard) (ng|ko|natin|namin|mo)* NP",
        "(request) T (lahat|bawat|quant|ng)* mass (ng|sa) NOTEXT NP",
        "^(lahat|bawat)* mass (ng|sa) NOTEXT (NAMED|STRONG CLOSE|THIS END|kind na this|<content (function|method|class)> CLOSE)",
        "(saan) .{0,1}? (galing|nanggagaling|nagmumula) mass (ng|sa) NP",
        "^REF T NOTEXT (ng|sa|nang|kay|ni|na) T NOTEXT NP",
        "^(may|meron|mayroon|mayroong|merong|wala|walang)+ (REF|mass) (sa|ng)? NP",
        "^REF (sa|ng) NP",
        "=(request|quant|ng|mo|ko|sa akin)* (NAMED|STRONG) REF (CLOSE)",
        "=(request|quant|ng|na|mo|sa akin|ko)+ REF (dito|nito|this|CLOSE|$)",
        "^(who) (REF) (ng|sa) NP",
        "(place|class|classes) (na|ng)? (hard|nagmamana|extends) T NP",
        "(called by|tinatawag ng|ginagamit ng) (who)",
    ],
    "3": [
        "(WHO|lahat|may|meron|mayroon|mayroong|merong) .{0,5}? break .{0,4}? (IF) .{0,4}? CHANGE .{0,2}? (NP|NAMED)",
        "(WHO|may|meron|mayroon|gaano|gaanong) .{0,4}? break .{0,3}? (IF|walang|wala) (NAMED|PHRASE) (ay|mo|ko|ng)* (CHANGE|wala|$)",
        "(WHO|may|meron) .{0,4}? break .{0,2}? (IF|wala|walang) .{0,3}? (wala|walang|CHANGE) .{0,2}? (NP|NAMED)?",
        "(WHO) .{0,3}? (happens) .{0,3}? (IF) .{0,3}? CHANGE (ko|natin|namin|kong|nating|mo)? T (NAMED|THIS|STRONG|kind na this|kind|<content kind>)",
        "(WHO) .{0,3}? (happens) .{0,6}? (IF) .{0,3}? CHANGE (ko|natin|namin) T PHRASE (na this)? CLOSE",
        "(WHO) .{0,3}? (happens) .{0,2}? (IF) (wala|walang|mawala) .{0,1}? (NAMED|THIS|STRONG)",
        "^(IF|halimbawa|kunwari|ipagpalagay)+ T .{0,2}? CHANGE T (NAMED|PHRASE) .{0,5}? (break|(WHO) .{0,3} (happens|change|break|kailangan|dapat))",
        "^(may|meron|mayroon|mayroong|merong|wala|walang|hindi|di)* (break) .{0,3}? (IF)? .{0,3}? CHANGE .{0,2}? (NP|NAMED)",
        "^(may|meron|mayroon|mayroong|merong|wala|walang)+ .{0,3}? break .{0,2}? (IF)? .{0,3}? (CHANGE|NAMED) .{0,2}? (NP|NAMED)?",
        "(WHO|saan|alin) .{0,4}? (dapat|kailangan|kailangang|change|i-test|ayusin|i-fix|i-update|palitan|aayusin|i-run|patakbuhin) .{0,4}? (IF) .{0,3}? CHANGE T (NP|NAMED)",
        "(WHO) (idudulot|dulot|epekto|sisirain|magagawa|resulta|apektado) .{0,2}? CHANGE T (NP|NAMED)",
        "(safe|delikado|ligtas|pwede|gaano|pwedeng|okay|ok|maaari|mapanganib|risky|kaya|modal) .{0,4}? safe? .{0,3}? CHANGE T (NAMED|PHRASE) (nang|na|ng|sa)? .{0,2}? (safe|walang|hindi|wala|di|break|ligtas|o)",
        "(ligtas|safe|delikado|mapanganib|risky|okay lang|ok lang|ayos) .{0,3}? (na|bang|kung|ng|to|ko|mo|natin|IF)* .{0,1}? CHANGE T (NP|NAMED)",
        "(pwede|pwedeng|puwede|puwedeng|maaari|maaaring|kaya) (ko|kong|natin|nating|namin|naming|mong|mo|ng|na)* (safe|ligtas)? (na)? CHANGE T (NAMED|<this kind*>|<kind na this>) $",
        "(gaano|gaanong) .{0,1}? (kadelikado|ka-delikado|kadelikadong|kalaki|kalawak|karami|ka-risky|karisky|kalaking|ka-safe|kalayo|kahirap|kalala|kabigat|kalawak) .{0,4}? (CHANGE|effect|blast radius|break) .{0,4}? (NP|NAMED)",
        "effect IF .{0,2}? (NAMED|PHRASE) (ay)? CHANGE",
        "effect (sa)? (ng|kung|kapag|pag|of|nang|kapag|if|sa code kung|sa lahat)+ .{0,3}? (CHANGE) T (NP|NAMED)",
        "^.{0,3}? effect (ng|of|sa) (NAMED|THIS|kind na this|kind content|STRONG CLOSE|content kind)",
        "(WHO) (magiging|ang)? effect .{0,4}? (CHANGE|NAMED|THIS) (NP|NAMED)?",
        "(saklaw|lawak|abot|sakop|laki) ng? (epekto|impact|pinsala|pagbabago|damage|tama|blast) (ng|kung|kapag|pag|sa|IF)* .{0,3}? (CHANGE)? T (NP|NAMED)",
        "(blast radius|impact analysis|ripple effect) (ng|of|kung|kapag|pag|sa|for|para sa|para)+ .{0,2}? (CHANGE)? T (NP|NAMED)",
        "=(.{0,3}?) (saklaw ng epekto|blast radius|impact analysis|ripple effect|lawak ng epekto) (nito|dito|this)? <this*> $",
        "(who|lahat|may|meron|mayroon|mayroong|merong|wala|walang|bawat|code|ilan|ilang|place) .{0,4}? dep (nang direkta)? (sa|kay|on|dito|rito|ng)? T (NP|NAMED|THIS)",
        "^place (na|ng)? .{0,1}? dep (sa|on|kay) NP",
        "^(depnoun|reverse dependencies|reverse dependency|downstream) (ng|of|sa|for|dependents ng|consumers ng)+ NP",
        "(WHO|lahat|aling place) .{0,4}? (apektado|apektadong|maaapektuhan|affected|tatamaan|naaapektuhan|madadamay|maapektuhan|impacted) .{0,3}? (ng|sa|by|kung|kapag|pag|nang|IF) .{0,4}? (CHANGE|NAMED|this|kind) .{0,1} (NP|NAMED)?",
        "(ano|sino|alin|aling .{0,2}?|anong .{0,2}?|saan) (masisira|maapektuhan|makakaapekto|umaapekto|nakakaapekto|apektado|naaapektuhan|aapektuhan|maaapektuhan|apektadong) (ng|sa|nito)? T (CHANGE)? (NP|NAMED)",
        "(alin|aling|anong|ano|ilan|ilang|sinong|which) .{0,2}? (test|tests) .{0,4}? (break|patakbuhin|i-run|irun|sumasaklaw|sakop|sumasaklaw|tumatakip|nagte-test|nagtetest|tatakbuhin|takbuhin|covers|ire-run|apektado|cover|nagco-cover|dapat) .{0,4}? (NAMED|THIS|CHANGE T (NP|NAMED)|STRONG CLOSE|ONE CLOSE)",
        "(hanggang saan|gaano kalayo) .{0,3}? (CHANGE|aabot|abot|epekto) .{0,3}? (NP|NAMED)",
        "=(NAMED|STRONG) (impact|blast radius|dependents)",
    ],
    "4": [
        "(request)+ (mo|ko|natin|kung|saan|lahat|ng|may|na|sa|akin|linya|file|files|place|lugar|bawat|linyang|nga|for|the|appear|lines|mong|amin|tayo|line)* (contain)? strong? textnoun (na|strong|textnoun|ng|sa|nagsasabing|error|that)* "
        "<(ident|cap|quoted|content|this|fn){1,12}?> (TAIL|$)",
        "(WHERE|aling place|saang place|sino|anong place|who) .{0,2}? (appear) (na|ng|sa)* (strong|textnoun) (na|ng|strong|textnoun)* <.{1,8}?> (TAIL|$)",
        "(WHERE|sino|saang place|anong place) .{0,2}? textnoun (na|ng|strong|textnoun)* <.{1,8}?> (appear|called|$)",
        "^(grep|i-grep|igrep|mag-grep|rg|maggrep|paki-grep) (for|ng|sa|mo|lahat|textnoun|strong|na|rn|r|i|nga)* <.{1,8}?> (TAIL|$)",
        "^(eksaktong|exact|literal|eksakto|tugma) (tugma|match|paghahanap|search|na tugma|textnoun|hanap)+ (ng|sa|para sa|for|of|para|textnoun|na)+ <.{1,8}?> (TAIL|$)",
        "^(files|file|linya|linyang|aling file|aling files|lines|anong file|place|aling place|anong place) (na|ng)? (contain) (ng|na|strong|textnoun)* (NAMED|STRONG (TAIL|$))",
        "^(literal|literally|literal na) <.{1,8}?> (TAIL|$)",
    ],
    "4b": [
        "(WHERE|kung saan|saan dito|saan ba|saang place|saang kind|sa anong place|sa aling place|anong place|aling place|aling kind|sa anong kind|anong line|aling linya|saang linya|anong linya|lugar kung saan|file kung saan) (sa|code|codebase|project|repo|dito|na|ng|this|parte|ba|banda)* (T) (defined|define) T (na|ng|kind)* (X|ONE END|kind X)",
        "(WHERE|kung saan) (sa|code|codebase|project|repo|dito|na|ng|parte)* (na|naka|ni) (define|defined|declare|implement|defnoun) T X",
        "(WHERE|kung saan) (sa|code|codebase|project|repo|na|ng|parte)* T lies T (NAMED|STRONG END|kind na (NAMED|ONE END)|X)",
        "(WHERE|kung saan) (sa|code|project|dito)* (X|NAMED|ONE) (ay|na)* (defined|define)",
        "(WHERE|kung saan) (ko|mo|natin|makikita|mahahanap|makita|mahanap|pwede|pwedeng|hanapin|matatagpuan|nakalagay|kong|modal|defined|request|lies)* (defnoun|source code|code) (ng|of|sa) T X",
        "^(WHERE) (ko|natin|pwede|pwedeng|request|makikita|mahahanap|hanapin|matatagpuan|kong|modal|nakatira|defined|na|lies)* (kind na)? (NAME|STRONG) (na kind)? CLOSE",
        "^(code|source|orihinal na|sa)* (defnoun|source code|code) (ng|of|nang|para sa|ni|for) T X",
        "=(NAME|STRONG) (defnoun|source code) CLOSE",
        "=<kind* ident> (defnoun) CLOSE",
        "=(.{0,4}?) (goto|go|pumunta|punta|puntahan|dalhin|ihatid|tumalon|talon|i-jump|mag-jump|jump|i-navigate|mag-navigate|navigate|lumipat|magpunta|lundag|ilipat|lumundag|pumunta) (mo|ako|akong|natin|tayo|nga|me|kami|ko)* (sa|to|kay|papunta|diretso|papuntang)* (lugar|file|kung saan|linya)* (defnoun $|defnoun (ng|of) T X|X (defnoun)?|defined T X|<this*> (defnoun|kind|this kind*|kind na this|defnoun nito) $)",
        "=(.{0,4}?) (buksan|i-open|iopen|open|i-locate|ilocate|locate|pakibuksan|bubuksan|tuntunin) (mo|natin|nga|ko|ako)* (file|lugar|linya)? (na|kung saan)* (define|defined)? (ng)? (defnoun (ng|of))? X",
        "=(.{0,5}?) (request) (mo|ko|sa akin|natin|nga|akin|ng|kung saan|amin|sakin|me)* (kind|defnoun)+ (ng|na|of|nagngangalang|pinangalanang|kind|may|pangalang)* (NAMED|STRONG CLOSE|<cap>)",
        "(request|asan|nasaan|saan) (mo|ko|natin)* kind (na)? (nagngangalang|pinangalanang|may pangalang|named|called|may pangalan na) ONE CLOSE",
        "(sa)? (alin|aling|anong|ano|saang) (kind|file|module|linya|line|klase|package|folder|lugar|directory|parte|bahagi|modyul) (ng code|sa code)? T (na)? (define|defined|may|naglalaman|contain) (ng|sa|na)* (defnoun (ng|of))? X",
        "^(alin|ano|aling|anong) (file|module|class|kind) (na)? (define|defined|may|naglalaman) (ng|sa)* (defnoun ng)? X",
        "(sino|ano) (nagde-define|nag-define|nagdefine|nagdedefine|nagdeklara|nag-declare) (ng|sa) X",
        "=(def|definition|depinisyon|deklarasyon|implementation|source) X",
    ],
    "4c": [
        "similar (sa|ng|na|nito|niyan|dito|rito|this|to|kay|with|ni) ",
        "similar (function|functions|code|implementation|implementations|class|method|na code|classes|methods|tests|logic|codeword)",
        "(codeword) (na|ng|sa)* (halos)? (similar|dupnoun)",
        "(parang|gaya|tulad) (ng|sa|nito|niyan|na)* (THIS|NAMED|STRONG|kind na this|kind|this|PHRASE (na this)? CLOSE)",
        "(tulad|gaya|katulad|ganito|ganitong|ganyan|ganyang|parang ganito) (nito|ng|na|this|uri|klaseng|code|codeword|pa|rin|dito|sa|$)",
        "(codeword|iba|may|meron|mayroon|mayroong|merong) .{0,3}? (ganoon|ganoong|ganito|ganitong|ganyan|ganyang|ganito rin|kagaya|nito)",
        "(may|meron|mayroon|mayroong|merong|lahat|request|naka|na|wala|walang) .{0,4}? (similar|dupnoun)",
        "^.{0,2}? (dupnoun) (ng|nito|of|na|sa|kind|code|codeword|$)",
        "(who|alin) .{0,3}? (similar|dupnoun) ",
        "(parehong|pareho|parehas|magkaparehong|kaparehong|same|iisang|iisa) (ng|na|sa)? (logic|ginagawa|gawa|structure|istruktura|code|gumagawa|trabaho|gawain|bagay|function|thing|implementation|signature|lohika|pattern|hugis|estruktura|algorithm|itsura)",
        "(gumagawa|ginagawa|gawa) (rin)? (ng|sa)? (pareho|parehong|parehas|same|katulad|kapareho|ganito|kaparehong|ginagawa)",
        "(ibang|iba pang|isa pang|alternatibong|alternatibo|alternative|katumbas|ibang bersyon|bersyon|pangalawang) (na)? (version|bersyon|implementation|implementasyon|variant|kopya|function|ng)+ (ng|na|sa)* (NAMED|THIS|STRONG|parehong|pareho|kind)",
        "(katumbas|alternatibo|alternative|counterpart|kapalit|lookalike|lookalikes|variant|variants) (ng|sa|para sa|of|to) (NAMED|THIS|STRONG|kind|PHRASE CLOSE)",
        "(na-duplicate|naduplicate|nadoble|kinopya|nakopya|inulit|na-copy-paste|nauulit|naulit|nadodoble|naka-duplicate|na-copy|kopyado) ",
        "(iba|ibang) .{0,2}? (functions|function|code|class|classes|method|methods) (na)? (gaya|tulad|katulad|parang|like)",
        "(malapit) (sa|dito|nito) (THIS|NAMED|this)?",
        "(kamukha|kahawig|hawig|kawangis|mukhang|mukha) (ng|sa|nito)? ",
        "(code|functions|function|classes|tests) like (this|NAMED|STRONG)",
    ],
    "6": [".*ask"],
}

EXAMPLES: Final[list[tuple[str, str, str, str | None]]] = [
    ("saan na-define ang parseConfig", "find_definition", "4b", "parseConfig"),
    ("definition ng parseConfig", "find_definition", "4b", "parseConfig"),
    ("pumunta sa parseConfig", "find_definition", "4b", "parseConfig"),
    ("paano gumagana ang authentication", "understand_code", "6", None),
    ("paano gumagana ang auth", "understand_code", "6", None),
    ("ano ang masisira kung babaguhin ko ang function na ito", "impact_analysis", "3", "this"),
    ("ano ang umaasa rito", "impact_analysis", "3", "this"),
    ("ano ang umaasa dito", "impact_analysis", "3", "this"),
    ("saklaw ng epekto ng parseConfig", "impact_analysis", "3", "parseConfig"),
    ("hanapin ang string na ECONNREFUSED", "exact_match", "4", "ECONNREFUSED"),
    ("hanapin ang ECONNREFUSED", "exact_match", "4", "ECONNREFUSED"),
    ("sino ang tumatawag sa parseConfig", "find_references", "2", "parseConfig"),
    ("mga gamit ng parseConfig", "find_references", "2", "parseConfig"),
    ("mga reference sa parseConfig", "find_references", "2", "parseConfig"),
    ("mga function na katulad ng parseConfig", "find_similar", "4c", "parseConfig"),
    ("code na katulad nito", "find_similar", "4c", "this"),
]
